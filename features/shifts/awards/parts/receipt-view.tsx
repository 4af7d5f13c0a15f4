import type { ReactNode } from 'react'
import type { SomeValues, Values } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { tieWords } from '#features/shifts/award-rules/words.ts'
import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { paths } from '#platform/shared/paths.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { type Figure, figuresOf, shownOf, tieLabel } from '../client.figures.ts'
import { type Outcome, outcomeWords, type RoundPurpose, wonFor } from '../rules.rounds.ts'

const toneOfOutcome = (outcome: Outcome) => {
  if (outcome === 'awarded') return 'ok'
  if (outcome === 'offered') return 'info'
  if (outcome === 'waitlisted') return 'hold'
  return outcome === 'ineligible' ? 'warn' : 'plain'
}

export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => (
  <Badge tone={toneOfOutcome(outcome)}>{outcomeWords[outcome]}</Badge>
)

/** One shift can have several: the award, and spots that opened up later. */
export const purposeWords: Readonly<Record<RoundPurpose, string>> = {
  award: 'Award',
  waitlist: 'Spot filled later',
  short_notice: 'Short notice',
  order: 'Order-in',
}

const methodStep: Readonly<Record<AwardRule['method'], string>> = {
  least_hours: 'hours charged',
  rotation: 'the last turn',
  pick_list: 'turns taken',
  seniority: 'the hire date',
  reverse_seniority: 'the hire date',
  weighted: 'points',
  lottery: 'the draw',
  first_come: 'when each applied',
  approval: 'when each applied',
}

/** What ranked the officer below the previous one, who is not named. */
const decidedWords = (one: Shown, rule: AwardRule, name: string): string => {
  const [step, before] = [one.decided_by, `number ${one.rank - 1}`]
  if (step === null) return ''
  const who = name === 'You' ? 'you' : name
  if (step === 'owed') return `N${before.slice(1)} was owed the next opportunity and so ranked above ${who}.`
  if (step === 'group') return `N${before.slice(1)} belongs to a group with priority.`
  if (step === 'value') return `The difference between ${before} and ${who}: ${methodStep[rule.method]}.`
  if (step === 'id')
    return `N${before.slice(1)} and ${who} were tied on everything, so a fixed order that no one can influence decided.`
  const tie = rule.ties.find((each) => each === step)
  return `N${before.slice(1)} and ${who} were tied on ${methodStep[rule.method]}. The tiebreaker: ${tie ? tieWords[tie] : step}.`
}

const placesWords = (places: number, won: { rank: number } | null): string => {
  const were = places === 1 ? 'There was 1 spot' : `There were ${places} spots`
  if (won === null) return `${were}, but no applicant was eligible.`
  return places === 1 ? `${were}. It went to number ${won.rank}.` : `${were}. The last one went to number ${won.rank}.`
}

const hasPlace = (outcome: Outcome) => outcome === 'awarded' || outcome === 'offered'

/** `You ranked number 2 of 6 applicants`, and for an officer who got a spot, ` and got one of the 2 spots`. */
const rankWords = ({ rank, of, outcome }: Shown, places: number, name: string): string => {
  const ranked = `${name} ranked number ${rank} of ${of} ${of === 1 ? 'applicant' : 'applicants'}`
  if (!hasPlace(outcome)) return ranked
  const offered = name === 'You' ? 'were offered' : 'was offered'
  const spot = places === 1 ? 'the spot' : `one of the ${places} spots`
  return `${ranked} and ${outcome === 'offered' ? offered : 'got'} ${spot}`
}

/** What happens next while the shift is still to come. */
const nextWords: Readonly<Partial<Record<Outcome, string>>> = {
  awarded: 'You were confirmed right away. No action needed.',
  offered: 'You were offered a spot. Accept before it expires.',
  waitlisted: "If a spot opens, your award rule ranks the waitlist again. You'll be notified when it's your turn.",
  passed: 'No action needed.',
}

export type Shown = {
  rank: number
  of: number
  values: Values
  decided_by: string | null
  outcome: Outcome
  reasons: readonly { code: string }[]
}

/** Of the rows, those with a value of the other officer: up to the first difference, as later factors decided nothing. */
const comparedRows = (rows: readonly Figure[], won: SomeValues | null): readonly Figure[] =>
  // Compared with nobody else, so the draw was not used.
  won === null
    ? rows.filter((row, at) => at === 0 || row.label !== tieLabel.draw)
    : rows.filter((row) => row.field in won)

/** `136 h` stays on one line; a drawn number may break. */
const breaks = (value: string) => (value.length > 11 ? 'wrap-anywhere' : 'whitespace-nowrap')

type ComparedProps = {
  rows: readonly Figure[]
  own: Values
  won: SomeValues | null
  name: string
  /** Null for the reader. */
  officer_id: string | null
}

/** The entries behind the hours charged: the reader's own, or those of the officer an admin is viewing. */
const entriesOf = (officer_id: string | null): string =>
  officer_id === null ? paths.officerStandingList('answers') : paths.adminOpportunities(officer_id)

/**
 * The officer's values beside those of the last officer awarded; awarded officers are compared with nobody. The deciding factor
 * comes last.
 */
const Compared = ({ rows, own, won, name, officer_id }: ComparedProps) => (
  <table className="figures w-full max-w-2xl text-left">
    <thead>
      <tr className="border-b border-line text-small text-faint">
        <th className="py-1.5 pr-3 font-normal">Compared</th>
        <th className="py-1.5 pr-3 font-normal">{name}</th>
        {won && <th className="py-1.5 font-normal">Last officer with a spot</th>}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={row.label} className="border-b border-line">
          <th scope="row" className="py-1.5 pr-3 font-normal text-soft">
            {row.label}
            {won && at === rows.length - 1 && row.of(own) !== shownOf(row, won) && (
              <span className="font-medium text-ink">, deciding factor</span>
            )}
          </th>
          <td className={cx('py-1.5 pr-3 font-medium', breaks(row.of(own)))}>
            {row.label === tieLabel.hours ? <TextLink to={entriesOf(officer_id)}>{row.of(own)}</TextLink> : row.of(own)}
          </td>
          {won && <td className={cx('py-1.5', breaks(shownOf(row, won)))}>{shownOf(row, won)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)

const Reasons = ({ reasons, zone, now }: { reasons: Shown['reasons']; zone: string; now: number }) => (
  <ul className="list-disc pl-5">
    {reasonLines(reasons, zone, now).map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
)

/** The officer's rank and the reason for it, for a reader who has never seen the rule. `name`: the officer. */
export const ReceiptView = ({
  one,
  rule,
  won,
  places,
  zone,
  now,
  name,
  officer_id = null,
  starts_at,
}: {
  one: Shown
  rule: AwardRule
  won: { rank: number; values: SomeValues } | null
  places: number
  zone: string
  now: number
  name: string
  /** Of the officer an admin is viewing. */
  officer_id?: string | null
  /** Of the shift. */
  starts_at: string
}): ReactNode => {
  const own = name === 'You'
  const placed = hasPlace(one.outcome)
  const beside = placed ? null : (wonFor(rule, one, won)?.values ?? null)
  const factors = figuresOf(rule, zone)
  const next = own && Date.parse(starts_at) > now ? nextWords[one.outcome] : undefined
  return (
    <div className="flex flex-col gap-3">
      <p>
        <span className="font-medium">{rankWords(one, places, name)}.</span> {!placed && `${placesWords(places, won)} `}
        {one.values.owed &&
          `${name} ${own ? 'were' : 'was'} owed the next opportunity, which takes precedence over the rule. `}
        {/* With a spot, nothing depends on who ranked higher. */}
        {!placed && decidedWords(one, rule, name)}
      </p>
      {next && <p>{next}</p>}
      {one.outcome === 'ineligible' && (
        <div>
          <p className="font-medium">Not eligible at the time of the award:</p>
          <Reasons reasons={one.reasons} zone={zone} now={now} />
        </div>
      )}
      <Compared
        rows={comparedRows(factors, beside)}
        own={one.values}
        won={beside}
        name={name}
        officer_id={officer_id}
      />
    </div>
  )
}

/** How anyone can reproduce the award: the hash of its inputs, and the draw's seed with its commitment. */
export const Proof = ({
  of,
}: {
  of: { inputs_hash: string; seed: string | null; commitment: string | null; at: string }
}) => (
  <Disclosure title="How to verify this award" className="text-small text-soft">
    <p className="mt-2">
      All inputs are kept: applicants, their figures and the rule. Anyone, including an auditor, can recompute the order
      and get the same result. The hash covers all inputs, so it reveals any later change.
    </p>
    <dl className="figures mt-2 grid gap-1 break-all">
      <dt>Hash of all inputs (SHA-256)</dt>
      <dd className="text-soft">{of.inputs_hash}</dd>
      {of.seed !== null && (
        <>
          <dt>Draw seed, published with the award</dt>
          <dd className="text-soft">{of.seed}</dd>
          <dt>Its hash (SHA-256), published when sign-up opened</dt>
          <dd className="text-soft">{of.commitment}</dd>
        </>
      )}
    </dl>
    {of.seed !== null && (
      <p className="mt-2">
        Each drawn number is the HMAC-SHA-256 of the post ID, a colon and the officer ID, keyed with the seed. The
        lowest number ranks first.
      </p>
    )}
  </Disclosure>
)
