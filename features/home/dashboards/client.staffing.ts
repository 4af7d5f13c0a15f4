import type { listForecast } from '#features/shifts/minimum-staffing/contract.ts'
import { FORECAST_PAGE } from '#features/shifts/minimum-staffing/rules.forecast.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { day, dayAndClock } from '#platform/web/time.ts'
import type { staffingFigures } from './contract.staffing.ts'

export type StaffingFigures = OutputOf<typeof staffingFigures>
type FigurePart = Exclude<keyof StaffingFigures, 'unseen_orders'>
export type StaffingPart = FigurePart | 'minimum'

/** One area of staffing: a number, what it counts, and the next event. `urgent`: needs attention. */
export type PartWords = { value: number; label: string; next: string | null; urgent: boolean }

const some = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

type Say = (figures: StaffingFigures, zone: string, now: number) => PartWords

const parts: Readonly<Record<FigurePart, Say>> = {
  rules: ({ rules: { count, next } }, zone, now) => ({
    value: count,
    label: some(count, 'upcoming award'),
    next: next && `${next.title}: sign-up closes ${dayAndClock(next.at, zone, now)}`,
    urgent: false,
  }),
  tours: ({ tours: { count, next } }, zone, now) => ({
    value: count,
    label: 'on leave now',
    next: next && `Next: ${next.name}, from ${day(next.at, zone, now)}`,
    urgent: false,
  }),
  leave: ({ leave: { count, next } }, zone, now) => ({
    value: count,
    label: `leave ${some(count, 'request')} to decide`,
    next: next && `${next.name}: starts ${day(next.at, zone, now)}`,
    urgent: count > 0,
  }),
  force_list: ({ force_list: { count, next }, unseen_orders }, zone, now) => ({
    value: count,
    label: `open ${some(count, 'call')} for volunteers`,
    next: next
      ? `${next.title}: order-in ${dayAndClock(next.at, zone, now)}`
      : unseen_orders > 0
        ? `${unseen_orders} ${some(unseen_orders, 'order')} not acknowledged`
        : null,
    urgent: count > 0 || unseen_orders > 0,
  }),
  plan: ({ plan: { count, next } }, zone, now) => ({
    value: count,
    label: `open ${some(count, 'spot')}, next 7 days`,
    next: next && `First: ${next.title}, ${dayAndClock(next.at, zone, now)}`,
    urgent: false,
  }),
  escalation: ({ escalation: { count, next, missing } }, zone, now) => ({
    value: count,
    label: `understaffed ${some(count, 'shift')}`,
    next:
      next && `${missing} ${some(missing, 'officer')} short. First: ${next.title}, ${dayAndClock(next.at, zone, now)}`,
    urgent: count > 0,
  }),
  cases: ({ cases: { count, next } }, zone, now) => ({
    value: count,
    label: `open ${some(count, 'case')}`,
    next: next && `Oldest: ${next.title}, found ${day(next.at, zone, now)}`,
    urgent: count > 0,
  }),
  work_rules: ({ work_rules }) => ({
    value: work_rules,
    label: `${some(work_rules, 'limit')} set`,
    next: work_rules === 0 ? 'No limits: every sign-up is allowed' : null,
    urgent: false,
  }),
  opportunities: ({ opportunities: { count, next } }, zone, now) => ({
    value: count,
    label: `${some(count, 'offer')} unanswered`,
    next: next && `${next.title}: ends ${dayAndClock(next.at, zone, now)}`,
    urgent: false,
  }),
  swaps: ({ swaps: { count, next } }, zone, now) => ({
    value: count,
    label: `${some(count, 'swap')} to decide`,
    next: next && `${next.title}: starts ${dayAndClock(next.at, zone, now)}`,
    urgent: count > 0,
  }),
}

/** From the days that the page of the minimums shows first. */
export const minimumWords = ({ items, today }: Pick<OutputOf<typeof listForecast>, 'items' | 'today'>): PartWords => {
  const short = items.filter(({ on_day, missing }) => on_day >= today && missing > 0).map(({ on_day }) => on_day)
  const days = [...new Set(short)].sort()
  return {
    value: days.length,
    label: `${some(days.length, 'day')} below minimum, next ${FORECAST_PAGE} days`,
    next: days[0] ? `First: ${plainDateWords(days[0])}` : null,
    urgent: days.length > 0,
  }
}

export const partWords = (part: FigurePart, figures: StaffingFigures, zone: string, now: number): PartWords =>
  parts[part](figures, zone, now)
