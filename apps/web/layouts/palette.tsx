import CalendarDays from 'lucide-react/icons/calendar-days'
import UserRound from 'lucide-react/icons/user-round'
import { useEffect, useState } from 'react'
import { usePublished } from '#features/department/faq/client.ts'
import { FOR_ADMINS, productFaq } from '#features/department/faq/rules.product.ts'
import { listOfficers } from '#features/roster/officers/contract.ts'
import { apartWords } from '#features/roster/officers/words.ts'
import { listAssignments } from '#features/shifts/assignments/contract.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays } from '#platform/shared/time.ts'
import { todayIn } from '#platform/shared/when.ts'
import { useRead } from '#platform/web/reads.ts'
import { isAdminHere, type Session } from '#platform/web/session.ts'
import { readTheme, setTheme } from '#platform/web/theme.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { productName } from '#platform/web/ui/page.tsx'
import { useGo } from '#platform/web/url.ts'
import { gateOf } from '../gate.ts'
import { actionsFor, answersFor, type Entry, found, pagesFor, shiftsFor } from '../palette-entries.ts'
import { routes } from '../routes.ts'
import { type Group, PaletteBox, PaletteDialog } from './palette-box.tsx'
import { useSignOut } from './sign-out.tsx'
import { useFrame } from './view.ts'

const shown = 6
const settleFor = 150

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), settleFor)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Officers and assignments of the department for admins, officers' own shifts for officers, from the lists that screens use. */
const useFound = (session: Session, typed: string): { groups: Group[]; searching: boolean } => {
  const search = useSettled(typed)
  const zone = session.organization?.time_zone ?? 'UTC'
  const admin = gateOf(routes['/admin/officers'], session) === 'open'
  const asked = search.length >= 2
  const officers = useRead(listOfficers, { search }, { enabled: admin && asked, keep: true })
  const today = todayIn(zone, Date.now())
  const given = { search, limit: shown }
  const next = useRead(listAssignments, { ...given, from: today }, { enabled: admin && asked, keep: true })
  const past = useRead(
    listAssignments,
    { ...given, to: plusDays(today, -1), sort: '-starts_at' },
    { enabled: admin && asked, keep: true },
  )
  const own = useRead(
    listOpenJobs,
    { days: 60, limit: 100 },
    { enabled: !admin && gateOf(routes['/officer/assignments'], session) === 'open' },
  )
  if (!asked) return { groups: [], searching: false }
  const people: Entry[] = (officers.data?.items ?? []).slice(0, shown).map((one) => ({
    id: `officer ${one.id}`,
    label: one.name,
    hint: apartWords(one),
    icon: UserRound,
    to: paths.adminOfficer(one.id),
  }))
  // Upcoming shifts come first, soonest first; past ones fill the remaining rows, latest first.
  const known = new Map([...(next.data?.items ?? []), ...(past.data?.items ?? [])].map((one) => [one.id, one]))
  const posted: Entry[] = [...known.values()].slice(0, shown).map((one) => ({
    id: `assignment ${one.id}`,
    label: one.title,
    hint: dayAndClock(one.starts_at, zone),
    icon: CalendarDays,
    to: paths.adminAssignment(one.id),
  }))
  const mine = shiftsFor(own.data?.mine ?? [], search, zone).slice(0, shown)
  return {
    groups: [
      { label: 'Officers', items: admin ? people : [] },
      { label: 'Assignments', items: admin ? posted : [] },
      { label: 'My shifts', items: mine },
    ],
    searching: officers.isFetching || next.isFetching || past.isFetching,
  }
}

const useAct = (close: () => void) => {
  const go = useGo()
  const { view, setView, openHelp } = useFrame()
  const signOut = useSignOut()
  return ({ to, act }: Entry) => {
    close()
    if (to) go(to)
    else if (act === 'theme') setTheme(readTheme() === 'dark' ? 'light' : 'dark')
    else if (act === 'help') openHelp()
    else if (act === 'log_out') void signOut()
    else if (act === 'view') {
      const other = view === 'admin' ? 'officer' : 'admin'
      setView(other)
      go(other === 'admin' ? paths.adminDashboard() : paths.officerDashboard())
    }
  }
}

/** The department's own answers first, as on the FAQ page. */
const useAnswers = (session: Session, typed: string): Entry[] => {
  const own = usePublished(session.officer?.approved === true && typed !== '')
  const products = productFaq(productName()).filter(({ id }) => isAdminHere(session) || id !== FOR_ADMINS)
  return answersFor([...(own.data?.categories ?? []), ...products], typed).slice(0, shown)
}

const Finder = ({ session, close }: { session: Session; close: () => void }) => {
  const [typed, setTyped] = useState('')
  const { view } = useFrame()
  const records = useFound(session, typed)
  const pick = useAct(close)
  const admin = isAdminHere(session)
  const pages = { label: 'Pages', items: found(pagesFor(session), typed) }
  const actions = { label: 'Actions', items: found(actionsFor(session, view), typed) }
  const answers = { label: 'Answers', items: useAnswers(session, typed) }
  // Until something is typed, an admin’s tasks come first; an officer’s actions are only the likes of Help.
  const groups = [
    ...(typed.trim() === '' && admin ? [actions, pages] : [pages, actions]),
    ...records.groups,
    answers,
  ].filter((group) => group.items.length > 0)
  return (
    <PaletteBox
      groups={groups}
      typed={typed}
      onTyped={setTyped}
      pick={pick}
      searching={records.searching}
      label="Search pages, actions and records"
      placeholder={admin ? 'Page, action, officer or shift' : 'Page, action or shift'}
      nothing={`No results. ${admin ? 'Try a name, a badge number or a page.' : 'Try a page, one of your shifts or a question.'}`}
    />
  )
}

/**
 * Finds everything by name: pages this person may open, common actions, officers, assignments, own shifts and
 * answers. Opens with
 * Ctrl/Cmd+K.
 */
export const Palette = ({ session, open, onClose }: { session: Session; open: boolean; onClose: () => void }) => (
  <PaletteDialog open={open} onClose={onClose}>
    <Finder session={session} close={onClose} />
  </PaletteDialog>
)
