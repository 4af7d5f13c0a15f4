import CircleSlash from 'lucide-react/icons/circle-slash'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { modeNow } from '#features/shifts/assignments/rules.ts'
import { pressLook } from '#features/shifts/eligibility/client.press.ts'
import { askingWords, askWords, oneReason } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { joinWaitlist } from '#features/shifts/offers/contract.ts'
import { shortQueueWords } from '#features/shifts/offers/rules.ts'
import { type OwnSignup, signUp } from '#features/shifts/signups/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrites } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { inks } from '#platform/web/ui/inks.ts'
import { ownSignupBadge, workBadge } from '#platform/web/ui/status.ts'
import type { HeldRow } from '../client.ts'
import { type JustSignedUp, SignedUp, UndoSignUp, useJustSignedUp } from './just-signed-up.tsx'
import { nameOf, reads, usePress } from './place-action.tsx'

/** What can be done from a row, and what came of it; one for the button and for the words beside it. */
export const useRowPress = (row: HeldRow) => {
  const { standing, post, own } = row
  const pressing = usePress(own)
  const fresh = useJustSignedUp(own)
  const write = useWrites({ invalidates: reads })
  const at = { assignment_id: standing.job.id, post_id: post.id }
  const ask = async () => {
    const made = await pressing.press(() => write.run(signUp, at))
    if (made) fresh.keep(made)
  }
  const wait = () => pressing.press(() => write.run(joinWaitlist, at))
  return { ask, wait, busy: write.pending, refused: pressing.refused, fresh, name: nameOf(standing.job, post) }
}
type RowPress = ReturnType<typeof useRowPress>

/** Full, otherwise eligible, with a waitlist. */
export const canWait = ({ standing, reasons, post }: HeldRow): boolean => {
  const { job } = standing
  const keeps = job.keeps_waitlist && modeNow(job) !== 'award'
  return keeps && post.split_minutes === null && reasons.length > 0 && reasons.every(({ code }) => code === 'full')
}

/** While the request is pending, claims no result and disables the buttons. */
const Asking = ({ words, name }: { words: string; name: string }) => (
  <Button look="quiet" busy aria-label={`${words}: ${name}`} icon={<LoaderCircle aria-hidden />}>
    {words}
  </Button>
)

/** The one action of a row; `short` where the words beside it need the room. */
export const RowAction = ({ row, press, short = false }: { row: HeldRow; press: RowPress; short?: boolean }) => {
  const { job } = row.standing
  const { busy, fresh, name } = press
  const mode = modeNow(job)
  if (row.gone) return null
  if (fresh.made) return <SignedUp made={fresh.made} />
  if (row.own?.status === 'offered')
    return (
      <ButtonLink look="tint" to={paths.officerAssignments(job.id)} aria-label={`Answer the offer: ${name}`}>
        Answer
      </ButtonLink>
    )
  if (row.own) return null
  if (canWait(row))
    return busy ? (
      <Asking words="Joining…" name={name} />
    ) : (
      <Button look={pressLook.waitlist} aria-label={`Join waitlist: ${name}`} onClick={() => void press.wait()}>
        Join waitlist
      </Button>
    )
  if (row.reasons.length > 0) return null
  if (row.post.split_minutes !== null)
    return (
      <ButtonLink look="tint" to={paths.officerAssignments(job.id)} aria-label={`Choose times: ${name}`}>
        Choose times
      </ButtonLink>
    )
  return busy ? (
    <Asking words={askingWords[mode]} name={name} />
  ) : (
    <Button look={pressLook[mode]} aria-label={`${askWords[mode]}: ${name}`} onClick={() => void press.ask()}>
      {short ? askWords[mode].replace(' shift', '') : askWords[mode]}
    </Button>
  )
}

/** Inline in a line of text, without changing its height. */
const inlineIcon = '-mt-0.5 mr-1 inline size-3.5 align-middle'

/** Word, shape and color of the officer's own, small enough for a line of text. */
const OwnState = ({ own, now }: { own: OwnSignup; now: number }) => {
  const { word, tone, icon: Icon } = own.attendance ? workBadge[own.attendance] : ownSignupBadge(own, now)
  return (
    <span className={cx('font-medium', inks[tone])}>
      <Icon aria-hidden className={inlineIcon} strokeWidth={2.25} />
      {word}
    </span>
  )
}

/** Why not; of a full shift also why this officer cannot join its waitlist. */
const reasonsShown = ({ reasons, standing: { job, now }, post }: HeldRow, zone: string): string => {
  const [other] = besidesFull(reasons)
  const words = [...reasons.filter(({ code }) => code === 'full'), ...(other ? [other] : [])].map((one) =>
    oneReason(one, zone, now, post.starts_at),
  )
  return [...words, ...(other || job.keeps_waitlist ? [] : ['No waitlist'])].join(' · ')
}

/** What became of the row, in place of its spots: the officer's own state, why not, or that it is gone. Null where nothing has. */
export const rowNews = (row: HeldRow, press: RowPress, zone: string) => {
  if (press.refused) return <span className="font-medium text-warn">{press.refused}</span>
  if (row.gone) return <span className="text-faint">No longer open</span>
  if (row.own) {
    const line = row.own.queue && row.own.status === 'waitlisted' ? ` · ${shortQueueWords(row.own.queue)}` : ''
    return (
      <span className="figures">
        <OwnState own={row.own} now={row.standing.now} />
        {line}
      </span>
    )
  }
  if (row.reasons.length === 0) return null
  return (
    <>
      <CircleSlash aria-hidden className={cx(inlineIcon, 'text-faint')} />
      <span>{reasonsShown(row, zone)}</span>
    </>
  )
}

export const RowUndo = ({ row, fresh }: { row: HeldRow; fresh: JustSignedUp }) => (
  <UndoSignUp title={nameOf(row.standing.job, row.post)} fresh={fresh} />
)

export const useZone = (): string => useOrganization().time_zone
