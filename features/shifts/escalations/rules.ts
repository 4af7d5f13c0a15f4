import { type QuietHours, quietUntil } from '#features/department/notifications/rules.quiet.ts'
import { askMinutes } from '#features/shifts/order-ins/rules.asking.ts'
import { type Instant, isoInstant, MINUTE, ms } from '#platform/shared/time.ts'

/** What a step does: notifies a group, notifies everybody, lets neighboring units in, or asks for volunteers and orders in the rest. */
export const stepKinds = ['group', 'all', 'neighbours', 'order_in'] as const
export type StepKind = (typeof stepKinds)[number]

export type Step = {
  kind: StepKind
  /** Minutes after publishing, or before the start. */
  clock: 'after_publish' | 'before_start'
  minutes: number
  /** `group`: who is notified; `neighbours`: who is let in. */
  units: string[]
}

export type StepProblem = { index: number; message: 'units_missing' | 'units_not_asked' | 'order_in_last' | 'twice' }

/** What is wrong with a plan: order-in comes once and last, and only some steps have units. */
export const problemsOfSteps = (steps: readonly Step[]): StepProblem[] =>
  steps.flatMap((step, index): StepProblem[] => {
    const ofUnits = step.kind === 'group' || step.kind === 'neighbours'
    if (ofUnits && step.units.length === 0) return [{ index, message: 'units_missing' }]
    if (!ofUnits && step.units.length > 0) return [{ index, message: 'units_not_asked' }]
    if (step.kind === 'order_in' && index < steps.length - 1) return [{ index, message: 'order_in_last' }]
    const twice = step.kind === 'all' && steps.findIndex((other) => other.kind === 'all') !== index
    return twice ? [{ index, message: 'twice' }] : []
  })

/** Minimum time between two steps: missed steps are made up one after the other, never all at once. */
export const APART_MINUTES = 15
/** Order-in does not start with less time left, because volunteers have to be asked first. */
const LEAST_LEFT_MINUTES = 10

export type Facts = {
  steps: readonly Step[]
  /** When the shift was published to officers. */
  published_at: Instant
  starts_at: Instant
  /** An emergency ignores quiet hours. */
  emergency: boolean
  paused_at: Instant | null
  /** Total of earlier, ended pauses, each rounded up to whole minutes. */
  paused_minutes: number
  /** Steps that already ran, by their position in the plan. */
  taken: readonly { position: number; at: Instant }[]
  /** How long volunteers are usually asked. */
  volunteer_minutes: number
}
/** `quiet`: null if the department has no quiet hours; both in the department's zone. */
export type House = { quiet: QuietHours | null; zone: string }

export type Planned = {
  position: number
  kind: StepKind
  /** `paused`: nothing runs during a pause; `too_late`: the shift begins first. */
  state: 'taken' | 'to_come' | 'paused' | 'too_late'
  /** When it ran or will run; null during a pause. */
  at: Instant | null
  /** It would be due in quiet hours and waits until they end. */
  waits_for_quiet: boolean
  /** `order_in`: when volunteers and orders are decided. */
  decides_at: Instant | null
}

/**
 * Due times by each step's own clock; steps that count from publishing are delayed by the time paused. A step is never due after
 * the next one.
 */
const ownClocks = (facts: Facts, now: Instant): number[] => {
  const running = facts.paused_at === null ? 0 : Math.max(0, ms(now) - ms(facts.paused_at))
  const from = ms(facts.published_at) + facts.paused_minutes * MINUTE + running
  const due = facts.steps.map((step) =>
    step.clock === 'after_publish' ? from + step.minutes * MINUTE : ms(facts.starts_at) - step.minutes * MINUTE,
  )
  for (let i = due.length - 2; i >= 0; i--) due[i] = Math.min(due[i] ?? 0, due[i + 1] ?? 0)
  return due
}

/**
 * The upcoming steps. A step is due by its own clock, at least 15 minutes after the step before it, or at the end of quiet hours
 * if it falls into them. `at` may be in the past: then the step is due now.
 */
export const forecast = (facts: Facts, house: House, now: Instant): Planned[] => {
  const due = ownClocks(facts, now)
  const taken = new Map(facts.taken.map((one) => [one.position, one.at]))
  let before: number | null = null
  return facts.steps.map((step, position): Planned => {
    const base = { position, kind: step.kind, waits_for_quiet: false, decides_at: null }
    const was = taken.get(position)
    if (was !== undefined) {
      before = ms(was)
      return { ...base, state: 'taken', at: was }
    }
    const earliest = isoInstant(Math.max(due[position] ?? 0, before === null ? 0 : before + APART_MINUTES * MINUTE))
    const quiet = facts.emergency ? null : quietUntil(latest(earliest, now), house.quiet, house.zone)
    const at = quiet ?? earliest
    before = Math.max(ms(at), ms(now))
    if (facts.paused_at !== null) return { ...base, state: 'paused', at: null }
    const left = ms(facts.starts_at) - before
    const needed = step.kind === 'order_in' ? LEAST_LEFT_MINUTES * MINUTE : 1
    if (left < needed) return { ...base, state: 'too_late', at, waits_for_quiet: quiet !== null }
    const asked = isoInstant(before)
    const decides_at =
      step.kind === 'order_in'
        ? isoInstant(before + askMinutes(facts.volunteer_minutes, asked, facts.starts_at) * MINUTE)
        : null
    return { ...base, state: 'to_come', at, waits_for_quiet: quiet !== null, decides_at }
  })
}

const latest = (a: Instant, b: Instant): Instant => (ms(a) > ms(b) ? a : b)

/** The step that is due now: the first that has not run, once its time has come; one at a time. */
export const dueStep = (facts: Facts, house: House, now: Instant): Planned | null => {
  const next = forecast(facts, house, now).find((one) => one.state !== 'taken')
  return next?.state === 'to_come' && next.at !== null && ms(next.at) <= ms(now) ? next : null
}
