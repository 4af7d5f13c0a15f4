import { useDeferredValue, useState } from 'react'
import type { Unreached } from '#features/roster/officers/contract.contact.ts'
import { ContactLine } from '#features/roster/officers/parts/contact-line.tsx'
import { notifiedWords } from '#features/roster/officers/words.contact.ts'
import { comparedWords, firstWords, givenReasons, orderedWords } from '#features/shifts/awards/client.by-hand.ts'
import { adminWords } from '#features/shifts/awards/words.ts'
import { freeWords } from '#features/shifts/eligibility/client.free.ts'
import { reasonLines, reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { mainReason } from '#features/shifts/eligibility/rules.main.ts'
import { sinceWords, useTakeoverStart } from '#features/shifts/signups/client.takeover.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day, duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listReplacements, moveOfficer, type Replacement, replaceSick, undoChange } from '../contract.ts'
import { standingOf, type Way } from '../rules.ts'
import { undoneWords } from '../words.ts'

type Signup = OutputOf<typeof listReplacements>['signup']
/** `sick` ends the spot as sick; `hand` gives it to another officer. */
export type ReplaceWhy = 'sick' | 'hand'

type Press = (one: Replacement, way: Way, reason?: string) => Promise<void>
type Rule = OutputOf<typeof listReplacements>['rule']
type RowProps = {
  one: Replacement
  rule: Rule
  signup: Signup
  why: ReplaceWhy
  best: boolean
  busy: boolean
  onPress: Press
}

/** Which rule and by how much: for one shift, a later start says nothing. */
const whyNot = (reason: Replacement['reasons'][number], zone: string, now: number): string =>
  reasonWords({ ...reason, possible_from: null }, zone, now)

/** The figure that decides the order comes first. */
const factsOf = (one: Replacement, rule: Rule, zone: string): string => {
  const compared = rule && one.compared ? comparedWords(rule, one.compared, zone) : null
  const week = one.minutes === 0 ? '0 h that week' : `${duration(one.minutes)} that week`
  const facts = compared ? [compared.labeled, ...compared.more, week, one.unit] : [week, one.unit]
  return [...facts, one.ranked ? null : adminWords].filter(Boolean).join(' · ')
}

type WhoProps = { one: Replacement; facts: string; free: string | null; told: string | null }

/** Who, with what the order compares, the rest, the number to call, and the reason that matters most where the press does not say it. */
const Who = ({ one, facts, free, told }: WhoProps) => (
  <div className="min-w-0 flex-1 basis-48">
    <p className="font-medium">
      {one.name} <span className="font-normal text-soft">{one.rank}</span>{' '}
      <span className="figures font-normal text-faint">{one.badge_number}</span>
    </p>
    <p className="figures text-small text-soft">{facts}</p>
    {free && <p className="figures text-small text-soft">{free}</p>}
    <ContactLine of={one} withPhone />
    {told && (
      <p className="text-small text-warn">
        {told}
        {one.reasons.length > 1 && ` (+${one.reasons.length - 1} more)`}
      </p>
    )}
  </div>
)

const Row = ({ one, rule, signup, why, best, busy, onPress }: RowProps) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const [asking, setAsking] = useState<Way | null>(null)
  const first = firstWords(rule, one.ahead)
  const standing = standingOf(one)
  const main = mainReason(one.reasons)
  const hard = main && !main.overridable ? main : null
  const stop = one.own ? 'Ask another admin to assign you' : hard ? whyNot(hard, zone, now) : null
  const press = standing === 1 && !one.own ? 'Assign anyway' : 'Assign'
  const send = (way: Way) => (first ? setAsking(way) : void onPress(one, way).catch(toast.failure))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 md:flex-nowrap">
      <Who
        one={one}
        facts={factsOf(one, rule, zone)}
        free={freeWords(one.free, signup)}
        told={main && (!hard || one.own) ? whyNot(main, zone, now) : null}
      />
      <div className="flex gap-1.5">
        {why === 'sick' && !signup.started && standing === 0 && !one.own && one.has_account && (
          <Button size="small" busy={busy} aria-label={`Offer: ${one.name}`} onClick={() => send('offer')}>
            Offer
          </Button>
        )}
        <Button
          size="small"
          className="whitespace-nowrap"
          look={best && standing === 0 ? 'primary' : 'plain'}
          busy={busy}
          why={stop}
          aria-label={`${press}: ${one.name}`}
          onClick={() => (standing === 1 ? setAsking('assign') : send('assign'))}
        >
          {press}
        </Button>
      </div>
      <ConfirmWithReason
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'offer' ? `Offer the spot to ${one.name} anyway?` : `Assign ${one.name} anyway?`}
        text={[...(first ? [first] : []), ...reasonLines(one.reasons, zone, now)].map((words) => `${words}.`).join(' ')}
        action={asking === 'offer' ? 'Offer' : 'Assign'}
        look="primary"
        back="Cancel"
        reasonHint="Kept with the decision."
        onConfirm={(reason) => onPress(one, asking ?? 'assign', reason)}
      />
    </li>
  )
}

/** Sends the change and reports the result, with Undo. */
const usePresses = (signup_id: string, name: string, onDone: () => void) => {
  const { time_zone: zone } = useOrganization()
  const sick = useWrite(replaceSick, { invalidates: [listReplacements] })
  const hand = useWrite(moveOfficer, { invalidates: [listReplacements] })
  const undo = useWrite(undoChange, { invalidates: [listReplacements] })
  const done = (change_id: string, title: string, text: string) => {
    onDone()
    const back = () =>
      void undo.run({ id: change_id }).then(
        ({ swaps_ended }) => toast.success('Undone.', undoneWords(`${name} is back on the shift.`, swaps_ended)),
        (error: unknown) => toast.failure(error),
      )
    toast.success(title, text, { duration: 15_000, action: { label: 'Undo', onClick: back, stays: true } })
  }
  const assigned = (one: Replacement, since: string | null) => `${one.name} was assigned${sinceWords(since, zone)}.`
  const sickText = (leave: boolean, of: number, unreached: readonly Unreached[]) =>
    `${name} is off the shift${leave ? '; sick leave was added' : ''}. ${notifiedWords(of, unreached)}`
  const take = async (one: Replacement, way: Way, reason?: string) => {
    const replacement = { officer_id: one.officer_id, way }
    const asked = { signup_id, replacement, ...givenReasons(one, reason) }
    const { change_id, leave, since, unreached } = await sick.run(asked)
    done(change_id, way === 'offer' ? `Offered to ${one.name}.` : assigned(one, since), sickText(leave, 2, unreached))
  }
  const give = async (assignment_id: string, one: Replacement, reason?: string) => {
    const { officer_id } = one
    const asked = { signup_id, assignment_id, officer_id, ...givenReasons(one, reason) }
    const { change_id, since, unreached } = await hand.run(asked)
    done(change_id, assigned(one, since), `${name} is off the shift. ${notifiedWords(2, unreached)}`)
  }
  const leaveOpen = async () => {
    const { change_id, leave, unreached } = await sick.run({ signup_id, replacement: null })
    done(change_id, 'The spot is open.', sickText(leave, 1, unreached))
  }
  return { take, give, leaveOpen, busy: sick.pending || hand.pending }
}

type ListProps = {
  read: { items: readonly Replacement[]; rule: Rule; signup: Signup }
  why: ReplaceWhy
  presses: ReturnType<typeof usePresses>
}

const List = ({ read, why, presses }: ListProps) => {
  const { items, rule, signup } = read
  if (items.length === 0) return <EmptyState quiet title="No results" text="Only active officers can be assigned." />
  return (
    <ul aria-label="Replacements" className="divide-y divide-line">
      {items.map((one, at) => (
        <Row
          key={one.officer_id}
          {...{ one, rule, signup, why }}
          best={at === 0}
          busy={presses.busy}
          onPress={(who, way, reason) =>
            why === 'sick' ? presses.take(who, way, reason) : presses.give(signup.assignment_id, who, reason)
          }
        />
      ))}
    </ul>
  )
}

type SheetProps = { signup: { id: string; name: string }; why: ReplaceWhy; onClose: () => void }

/** Possible replacements for an officer: best first, one click each. */
export const ReplaceSheet = ({ signup: { id, name }, why, onClose }: SheetProps) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const read = useRead(listReplacements, { signup_id: id, q }, { keep: true })
  const presses = usePresses(id, name, onClose)
  const shift = read.data?.signup
  const rule = read.data?.rule
  const hint = rule
    ? `Eligible officers come first. ${orderedWords(rule, zone)}`
    : "Eligible officers with the fewest hours in the shift's week come first."
  const from = useTakeoverStart(shift)
  const when = shift
    ? `${shift.title}, ${day(shift.starts_at, zone, now)}, ${clock(shift.starts_at, zone)}–${clock(shift.ends_at, zone)}${shift.started ? ', already started' : ''}.${from ? ` A replacement has the shift${sinceWords(from, zone)}.` : ''}`
    : ''
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={why === 'sick' ? `${name} called in sick` : `Replace ${name}`}
      description={`${when} Nothing changes until you choose.`}
      actions={
        why === 'sick' &&
        shift &&
        !shift.own && (
          <Button
            busy={presses.busy}
            onClick={() => void presses.leaveOpen().catch(toast.failure)}
          >{`Remove ${name} and leave the spot open`}</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {shift?.own ? (
          <Notice tone="warn">This is your own shift. Ask another admin.</Notice>
        ) : (
          <>
            <Field label="Find an officer" hint={hint}>
              {(control) => (
                <Input
                  {...control}
                  type="search"
                  value={typed}
                  maxLength={80}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
            {read.isPending && <ListSkeleton rows={5} />}
            {read.error && !read.data && <ErrorState quiet error={read.error} retry={() => void read.refetch()} />}
            {read.data && <List read={read.data} why={why} presses={presses} />}
          </>
        )}
      </div>
    </Dialog>
  )
}
