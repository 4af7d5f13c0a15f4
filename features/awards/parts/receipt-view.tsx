import type { ReactNode } from 'react'
import type { Values } from '#features/award-rules/rules.rank.ts'
import type { AwardRule, TieBreak } from '#features/award-rules/rules.ts'
import { factorWords, methodWords, ruleSentences, tieWords } from '#features/award-rules/rules.words.ts'
import { type Reason, reasonWords } from '#features/signups/parts/signup-words.tsx'
import { dateWords, dayAndClock, duration } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { type Outcome, outcomeWords, type RoundPurpose } from '../rules.rounds.ts'

export const toneOfOutcome = (outcome: Outcome) => {
  if (outcome === 'awarded') return 'ok'
  if (outcome === 'waitlisted' || outcome === 'offered') return 'hold'
  return outcome === 'ineligible' ? 'warn' : 'plain'
}

export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => (
  <Badge tone={toneOfOutcome(outcome)}>{outcomeWords[outcome]}</Badge>
)

/** Of one job there may be several: the award, and places that came free later. */
export const purposeWords: Readonly<Record<RoundPurpose, string>> = {
  award: 'Award',
  waitlist: 'A place given later',
  short_notice: 'Short notice',
  order: 'Order-in',
}

const hired = (date: string | null) => (date === null ? 'not known' : dateWords(date))
const hours = (charged: number) => duration(Math.round(charged / 100))

const tieValue = (tie: TieBreak, v: Values, zone: string): string => {
  if (tie === 'hours') return hours(v.charged)
  if (tie === 'seniority') return hired(v.hired_on)
  if (tie === 'badge') return v.badge_number ?? 'none'
  if (tie === 'applied') return v.applied_at === null ? 'not applied' : dayAndClock(v.applied_at, zone)
  return v.draw === null ? 'not drawn' : v.draw.slice(0, 12)
}

const tieLabel: Readonly<Record<TieBreak, string>> = {
  hours: 'Hours charged',
  seniority: 'Hired',
  badge: 'Badge number',
  applied: 'Applied',
  draw: 'Number drawn',
}

type Row = { label: string; of: (v: Values) => string }

/** What the rule compares, in its order: the factor's name, and how a value of it reads. */
const factorsOf = (rule: AwardRule, zone: string): Row[] => {
  const lastTurn = (v: Values) => (v.last_turn_at === null ? 'never' : dayAndClock(v.last_turn_at, zone))
  const method: Row[] = (() => {
    switch (rule.method) {
      case 'least_hours':
        return [{ label: 'Hours charged', of: (v) => hours(v.charged) }]
      case 'rotation':
        return [{ label: 'Last turn', of: lastTurn }]
      case 'pick_list':
        return [
          { label: 'Turns taken', of: (v) => `${v.turns}` },
          { label: 'Last turn', of: lastTurn },
        ]
      case 'seniority':
      case 'reverse_seniority':
        return [{ label: 'Hired', of: (v) => hired(v.hired_on) }]
      case 'weighted':
        return [
          { label: 'Points', of: (v) => `${v.points ?? 0}` },
          ...rule.weights.map(({ factor, weight }) => ({
            label: `Points for ${factorWords[factor]}`,
            of: (v: Values) => `${v.parts.find((part) => part.factor === factor)?.points ?? 0} × ${weight}`,
          })),
        ]
      case 'lottery':
        return [{ label: 'Number drawn', of: (v) => (v.draw === null ? 'not drawn' : v.draw.slice(0, 12)) }]
      default:
        return [
          { label: 'Applied', of: (v) => (v.applied_at === null ? 'not applied' : dayAndClock(v.applied_at, zone)) },
        ]
    }
  })()
  const groups: Row[] =
    rule.groups.length > 0 ? [{ label: 'Group', of: (v) => rule.groups[v.group]?.name ?? 'All officers' }] : []
  const ties = rule.ties
    .map((tie): Row => ({ label: tieLabel[tie], of: (v) => tieValue(tie, v, zone) }))
    .filter((tie) => !method.some((row) => row.label === tie.label))
  return [...groups, ...method, ...ties]
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

/** What set it behind the one before, without a name. */
const decidedWords = (one: Shown, rule: AwardRule, name: string): string => {
  const [step, before] = [one.decided_by, `number ${one.rank - 1}`]
  if (step === null) return ''
  const who = name === 'You' ? 'you' : name
  if (step === 'owed') return `N${before.slice(1)} was owed the next opportunity and so stood before ${who}.`
  if (step === 'group') return `N${before.slice(1)} belongs to a group that comes first.`
  if (step === 'value') return `Between ${before} and ${who}, ${methodStep[rule.method]} decided.`
  if (step === 'id')
    return `Between ${before} and ${who} all was equal; the last order, which nobody can choose, decided.`
  const tie = rule.ties.find((each) => each === step)
  return `Between ${before} and ${who} there was a tie in ${methodStep[rule.method]}; ${tie ? tieWords[tie] : step} decided.`
}

const placesWords = (places: number, won: { rank: number } | null): string => {
  const were = places === 1 ? 'There was 1 place' : `There were ${places} places`
  if (won === null) return `${were}; nobody who applied could have one.`
  return places === 1 ? `${were}. It went to number ${won.rank}.` : `${were}. The last one went to number ${won.rank}.`
}

const hasPlace = (outcome: Outcome) => outcome === 'awarded' || outcome === 'offered'

/** What comes of it while the shift is still to come. */
const nextWords: Readonly<Partial<Record<Outcome, string>>> = {
  awarded: 'The place was yours at once: there is nothing to confirm.',
  offered: 'The place was offered to you: it is yours when you accept in time.',
  waitlisted:
    'A place that comes free is offered down this list, and you are told when it is your turn. Until then there is nothing to do.',
  passed: 'There is nothing to do.',
}

export type Shown = {
  rank: number
  of: number
  values: Values
  decided_by: string | null
  outcome: Outcome
  reasons: readonly { code: string }[]
}

/** As far as it was looked at: what comes behind the first difference decided nothing. */
const upToDifference = (rows: readonly Row[], own: Values, won: Values | null): readonly Row[] => {
  const decisive = won === null ? -1 : rows.findIndex((row) => row.of(own) !== row.of(won))
  // Beside nobody else: the draw was not asked.
  return decisive < 0 ? rows.filter((row, at) => at === 0 || row.label !== tieLabel.draw) : rows.slice(0, decisive + 1)
}

type ComparedProps = { rows: readonly Row[]; own: Values; won: Values | null; name: string }

/** Own values beside those of the last one who got a place; whoever got one is measured against nobody. What decided stands last. */
const Compared = ({ rows, own, won, name }: ComparedProps) => (
  <table className="figures w-full max-w-2xl text-left">
    <thead>
      <tr className="border-b border-line text-small text-faint">
        <th className="py-1.5 pr-3 font-normal">What is compared</th>
        <th className="py-1.5 pr-3 font-normal">{name}</th>
        {won && <th className="py-1.5 font-normal">Last one who got a place</th>}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <tr key={row.label} className="border-b border-line">
          <th scope="row" className="py-1.5 pr-3 font-normal text-soft">
            {row.label}
            {won && at === rows.length - 1 && row.of(own) !== row.of(won) && (
              <span className="font-medium text-ink"> decided</span>
            )}
          </th>
          <td className="py-1.5 pr-3 font-medium wrap-anywhere">{row.of(own)}</td>
          {won && <td className="py-1.5 wrap-anywhere">{row.of(won)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)

export const Reasons = ({ reasons, zone, now }: { reasons: Shown['reasons']; zone: string; now: number }) => (
  <ul className="list-disc pl-5">
    {reasons.map((one, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <li key={`${one.code}-${i}`}>{reasonWords(one as Reason, zone, now)}</li>
    ))}
  </ul>
)

/** Where one stood and why, for somebody who never saw the rule. `name`: whose it is. */
export const ReceiptView = ({
  one,
  rule,
  won,
  places,
  zone,
  now,
  name,
  starts_at,
}: {
  one: Shown
  rule: AwardRule
  won: { rank: number; values: Values } | null
  places: number
  zone: string
  now: number
  name: string
  /** Of the shift. */
  starts_at: string
}): ReactNode => {
  const own = name === 'You'
  const beside = hasPlace(one.outcome) ? null : (won?.values ?? null)
  const factors = factorsOf(rule, zone)
  const next = own && Date.parse(starts_at) > now ? nextWords[one.outcome] : undefined
  return (
    <div className="flex flex-col gap-3">
      <p>
        <span className="font-medium">
          {name} came number {one.rank} of {one.of} who applied.
        </span>{' '}
        {placesWords(places, won)}{' '}
        {one.values.owed && `${name} ${own ? 'were' : 'was'} owed the next opportunity and so stood before the rule. `}
        {decidedWords(one, rule, name)}
      </p>
      {next && <p>{next}</p>}
      {one.outcome === 'ineligible' && (
        <div>
          <p className="font-medium">Could not have the place at that moment:</p>
          <Reasons reasons={one.reasons} zone={zone} now={now} />
        </div>
      )}
      <Compared rows={upToDifference(factors, one.values, beside)} own={one.values} won={beside} name={name} />
    </div>
  )
}

/** The whole rule in sentences, under its name and version. */
export const RuleInWords = ({ rule, name, version }: { rule: AwardRule; name: string; version: number | null }) => (
  <div>
    <p className="font-medium">
      {name}
      {version !== null && `, version ${version}`} · {methodWords[rule.method]}
    </p>
    <ul className="mt-1 list-disc space-y-0.5 pl-5 text-soft">
      {ruleSentences(rule).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
)

/** How the award can be made again by anybody: the hash of what went in, and the draw's seed with its promise. */
export const Proof = ({
  of,
}: {
  of: { inputs_hash: string; seed: string | null; commitment: string | null; at: string }
}) => (
  <details className="text-small text-soft">
    <summary className="cursor-pointer">How this can be checked</summary>
    <p className="mt-2">
      Everything that went into it is kept: who applied, what counted for each, and the rule. From that the order can be
      worked out again at any time, by an auditor too, and must come out the same. The hash stands for all of it:
      whatever is changed afterwards no longer fits.
    </p>
    <dl className="figures mt-2 grid gap-1 break-all">
      <dt>Hash of everything that went in (SHA-256)</dt>
      <dd className="text-soft">{of.inputs_hash}</dd>
      {of.seed !== null && (
        <>
          <dt>Seed of the draw, published with the award</dt>
          <dd className="text-soft">{of.seed}</dd>
          <dt>Its hash (SHA-256), published when sign-up opened</dt>
          <dd className="text-soft">{of.commitment}</dd>
        </>
      )}
    </dl>
    {of.seed !== null && (
      <p className="mt-2">
        Each number drawn is the HMAC-SHA-256 of the post's id, a colon and the officer's id, with the seed as key. The
        smaller comes first.
      </p>
    )}
  </details>
)
