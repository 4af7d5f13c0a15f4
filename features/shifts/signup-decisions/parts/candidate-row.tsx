import { useState } from 'react'
import { ContactLine } from '#features/roster/officers/parts/contact-line.tsx'
import { notifiedWords } from '#features/roster/officers/words.contact.ts'
import { comparedWords, firstWords, givenReasons } from '#features/shifts/awards/client.by-hand.ts'
import type { OrderedBy } from '#features/shifts/awards/contract.shapes.ts'
import { adminWords } from '#features/shifts/awards/words.ts'
import { freeWords } from '#features/shifts/eligibility/client.free.ts'
import { reasonLines, reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { COUNTED_DAYS } from '#features/shifts/eligibility/rules.extra.ts'
import { mainReason } from '#features/shifts/eligibility/rules.main.ts'
import { sinceWords } from '#features/shifts/signups/client.takeover.ts'
import type { Range } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useWrite } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { assignOfficer, type Candidate, getRoster, listCandidates, listPending, undoDecision } from '../contract.ts'
import { isEligible } from '../rules.candidates.ts'
import { bypassWords } from '../words.ts'

const reads = [getRoster, listPending, listCandidates] as const

export type Place = { assignment_id: string; post_id: string; starts_at?: string; ends_at?: string }

type Props = {
  one: Candidate
  rule: OrderedBy
  /** The shift hasn't been awarded yet. */
  toCome: boolean
  zone: string
  place: Place
  shift: Range
  /** Enter in the search assigns this one. */
  chosen: boolean
  onDone: () => void
}

/** Which rule and by how much: in a dialog of one shift, its day and a later start say nothing. */
const whyNot = (reason: Candidate['reasons'][number], zone: string, now: number): string =>
  reasonWords({ ...reason, possible_from: null }, zone, now)

const Who = ({ one }: { one: Candidate }) => (
  <div className="min-w-0">
    <p className="truncate font-medium">
      {one.name} <span className="font-normal text-soft">{one.rank}</span>
    </p>
    <p className="truncate text-small text-faint">
      {[one.unit, one.badge_number].filter(Boolean).join(' · ') || 'No unit'}
    </p>
    <ContactLine of={one} />
  </div>
)

/**
 * The figure that decides the order, and below it the extra hours where a rule's figure leads. An admin without shifts, whom no rule ranks,
 * has none: below it stands why they come last.
 */
const Figures = ({ one, rule, zone }: Pick<Props, 'one' | 'rule' | 'zone'>) => {
  const compared = rule && one.compared ? comparedWords(rule, one.compared, zone) : null
  const extra = `${duration(one.minutes)} extra in ${COUNTED_DAYS} days`
  const under = compared ? [...compared.more, extra] : one.ranked ? [] : [adminWords]
  return (
    <p className="figures text-right text-small max-md:col-start-2 max-md:row-start-2">
      {compared ? compared.lead : !rule && duration(one.minutes)}
      {under.map((line) => (
        <span key={line} className="block text-faint">
          {line}
        </span>
      ))}
    </p>
  )
}

/** Sends the assignment and reports it, with Undo until the shift has started. */
const useAssign = ({
  one,
  toCome,
  zone,
  place,
  onDone,
}: Pick<Props, 'one' | 'toCome' | 'zone' | 'place' | 'onDone'>) => {
  const assigning = useWrite(assignOfficer, { invalidates: reads })
  const undoing = useWrite(undoDecision, { invalidates: reads })
  const undo = (id: string) =>
    void undoing.run({ id }).then(
      () => toast.success('Undone.', `${one.name} no longer has the shift.`),
      (error: unknown) => toast.failure(error),
    )
  const assign = async (reason?: string) => {
    const given = givenReasons({ ...one, to_come: toCome }, reason)
    const made = await assigning.run({ ...place, officer_id: one.officer_id, ...given })
    const confirmed = `${one.name} is confirmed${sinceWords(made.took_over ? made.starts_at : null, zone)}`
    const back = { label: 'Undo', onClick: () => undo(made.id), stays: true }
    const options = Date.parse(made.starts_at) > Date.now() ? { duration: 15_000, action: back } : {}
    toast.success(confirmed, notifiedWords(1, one.has_account ? [] : [one]), options)
    onDone()
  }
  return { assign, pending: assigning.pending }
}

/** One officer: hours, the one reason that matters most, and the press that assigns. */
export const CandidateRow = ({ one, rule, toCome, zone, place, shift, chosen, onDone }: Props) => {
  const now = useNow()
  const assigning = useAssign({ one, toCome, zone, place, onDone })
  const [asking, setAsking] = useState(false)
  const eligible = isEligible(one)
  const first = [toCome ? bypassWords : null, firstWords(rule, one.ahead)].filter((words) => words !== null)
  const main = mainReason(one.reasons)
  const hard = main && !main.overridable ? main : null
  const press = eligible || one.own || hard ? 'Assign' : 'Assign anyway'
  const why = one.own ? 'Ask another admin to assign you' : hard ? reasonWords(hard, zone, now) : null
  return (
    <li
      className={cx(
        '-mx-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-ui px-2 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_10.5rem_8rem]',
        chosen && 'bg-hover',
      )}
    >
      <Who one={one} />
      <p className={cx('min-w-0 text-small max-md:col-start-1', eligible ? 'text-soft' : 'text-warn')}>
        {one.own ? "You can't assign yourself" : main ? whyNot(main, zone, now) : freeWords(one.free, shift)}
        {!one.own && one.reasons.length > 1 && ` (+${one.reasons.length - 1} more)`}
      </p>
      <Figures {...{ one, rule, zone }} />
      <span className="flex justify-end max-md:col-start-2 max-md:row-start-1">
        <Button
          size="small"
          look={chosen && eligible ? 'primary' : 'quiet'}
          busy={assigning.pending}
          why={why}
          whyBeside
          data-press
          aria-label={`${press}: ${one.name}`}
          onClick={() =>
            eligible && first.length === 0 ? void assigning.assign().catch(toast.failure) : setAsking(true)
          }
        >
          {press}
        </Button>
      </span>
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={toCome ? `Assign ${one.name} before the award?` : `Assign ${one.name} anyway?`}
        text={[...first, ...reasonLines(one.reasons, zone, now)].map((words) => `${words}.`).join(' ')}
        action="Assign"
        look="primary"
        back="Cancel"
        reasonHint="Kept with the decision."
        onConfirm={assigning.assign}
      />
    </li>
  )
}
