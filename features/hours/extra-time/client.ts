import { z } from 'zod'
import { endpoint, type OutputOf } from '#platform/shared/endpoint.ts'
import { DateText, line, text } from '#platform/shared/shapes.ts'
import { type Instant, isTime, ms, plusDays, plusMinutes, type WallDate } from '#platform/shared/time.ts'
import { rangeFromWall } from '#platform/shared/wall.ts'
import { ApiError } from '#platform/web/api.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue, timeValue } from '#platform/web/time.ts'
import {
  approveExtraTime,
  claimExtraTime,
  type decideManyExtraTime,
  extraTimeBounds,
  listMyExtraTime,
  type OwnClaim,
} from './contract.ts'
import { extraTimeKinds, MINUTES_MAX, suggestStart } from './rules.ts'

const Clock = z.string().refine(isTime, 'Enter a 24-hour time, such as 18:30.')
const Which = z.enum(['earlier', 'later']).nullable()

/** A date and two wall-clock times, as an officer remembers them. */
export const WallTimes = z.object({
  date: DateText,
  start_time: Clock,
  end_time: Clock,
  start_which: Which,
  end_which: Which,
})
export type WallTimes = z.output<typeof WallTimes>

/**
 * The earliest time from which the end of a worked shift can be claimed; null if the plan has no extra time, or until this is
 * known.
 */
export const useClaimableFrom = (): Instant | null => {
  const { features_enabled: features } = useOrganization()
  const { data } = useRead(listMyExtraTime, { limit: 1 }, { enabled: features.overtime })
  return (features.overtime && data?.claimable_from) || null
}

/** The form of a claim. */
export const claimForm = endpoint({
  ...claimExtraTime,
  input: z
    .object({
      ...WallTimes.shape,
      kind: z.enum(extraTimeKinds),
      docket_number: line(0, extraTimeBounds.docket_number),
      court: line(0, extraTimeBounds.court),
      reason: text(1, extraTimeBounds.reason),
    })
    .superRefine((c, context) => {
      if (c.kind !== 'court') return
      if (c.docket_number === '')
        context.addIssue({ code: 'custom', path: ['docket_number'], message: 'Enter the docket number.' })
      if (c.court === '') context.addIssue({ code: 'custom', path: ['court'], message: 'Enter the court.' })
    }),
})
export type ClaimValues = z.input<typeof claimForm.input>

/** The form for a correction. */
export const correctionForm = endpoint({
  ...approveExtraTime,
  input: z.object({ ...WallTimes.shape, reason: text(1, 500) }),
})

export type TimesAnswer =
  | { starts_at: Instant; minutes: number }
  | { field: 'start_time' | 'end_time'; message: string; twice: boolean }

/** The instant and minutes for the wall-clock times, or which field is ambiguous or invalid. Equal times mean 24 hours. */
export const timesOf = (wall: WallTimes, zone: string): TimesAnswer => {
  const answer = rangeFromWall({
    ...wall,
    zone,
    start_which: wall.start_which ?? undefined,
    end_which: wall.end_which ?? undefined,
  })
  if (answer.kind === 'ok') {
    if (answer.minutes <= MINUTES_MAX) return { starts_at: answer.starts_at, minutes: answer.minutes }
    return { field: 'end_time', message: 'At most 24 hours.', twice: false }
  }
  const { field } = answer
  if (answer.kind === 'twice')
    return { field, message: 'This time occurs twice that night. Choose which one.', twice: true }
  return {
    field,
    message: `This time doesn't exist: clocks jump ahead to ${answer.moved_to.time}.`,
    twice: false,
  }
}

/** Claims longer than this whose end is at or before their start are rather a slip than a night. */
const RARELY_LONGER = 16 * 60

/** What to ask before an unusually long claim into the next day is sent: its length and end. Null if there is nothing to ask. */
export const nextDayEnd = (wall: WallTimes, zone: string): { minutes: number; ends_at: Instant } | null => {
  const times = timesOf(wall, zone)
  if ('field' in times || times.minutes <= RARELY_LONGER || wall.end_time > wall.start_time) return null
  return { minutes: times.minutes, ends_at: plusMinutes(times.starts_at, times.minutes) }
}

/** The day of a claim typed on `today`: the day before if the times would not be over yet, as of a night typed after midnight. */
export const presetDay = (wall: WallTimes, today: WallDate, zone: string, now: number): WallDate => {
  const times = timesOf({ ...wall, date: today }, zone)
  return 'field' in times || isOver(times, now) ? today : plusDays(today, -1)
}

const isOver = ({ starts_at, minutes }: { starts_at: Instant; minutes: number }, now: number): boolean =>
  ms(plusMinutes(starts_at, minutes)) <= now

/** The field to correct of times that aren't over: of a night, the day is the likelier slip. */
const notOver = ({ start_time, end_time }: WallTimes) =>
  end_time <= start_time
    ? { field: 'date', message: "This night isn't over yet. Choose an earlier day." }
    : { field: 'end_time', message: "This time isn't over yet. Enter an end in the past." }

/**
 * The same for form submission: a time that is ambiguous, invalid or not over at `now` is thrown as a refusal of its field, and the draft is
 * kept.
 */
export const readTimes = (wall: WallTimes, zone: string, now: number): { starts_at: Instant; minutes: number } => {
  const times = timesOf(wall, zone)
  if (!('field' in times) && isOver(times, now)) return times
  const { field, message } = 'field' in times ? times : notOver(wall)
  throw new ApiError(400, { code: 'invalid_input', fields: [{ field, message }] })
}

/** Wall-clock times of an existing claim, or of a suggestion. */
export const wallOfClaim = (range: { starts_at: Instant; ends_at: Instant }, zone: string): WallTimes => ({
  date: dateValue(range.starts_at, zone),
  start_time: timeValue(range.starts_at, zone),
  end_time: timeValue(range.ends_at, zone),
  start_which: null,
  end_which: null,
})

export type WorkedShift = {
  signup_id: string
  title: string
  ends_at: Instant
  checked_out_at: Instant | null
  closed_by_system: boolean
}

/** Initial form values: a claim to edit, a worked shift to extend, or empty. */
export const startValues = (
  from: { claim?: OwnClaim; shift?: WorkedShift; now: number },
  zone: string,
): ClaimValues => {
  const empty = { kind: 'holdover', docket_number: '', court: '', reason: '' } as const
  if (from.claim) {
    const { claim } = from
    return {
      kind: claim.kind,
      docket_number: claim.docket_number ?? '',
      court: claim.court ?? '',
      reason: claim.reason,
      ...wallOfClaim(claim, zone),
    }
  }
  if (from.shift) {
    const starts_at = suggestStart(from.shift)
    return { ...empty, ...wallOfClaim({ starts_at, ends_at: starts_at }, zone), end_time: '' }
  }
  const date = dateValue(from.now, zone)
  return { ...empty, kind: 'court', date, start_time: '', end_time: '', start_which: null, end_which: null }
}

type Verdict = OutputOf<typeof decideManyExtraTime>['items'][number]['verdict']
/** Why a bulk decision skipped a row. */
export const verdictWords = {
  not_found: 'This claim no longer exists.',
  changed_meanwhile: 'The officer changed this claim. Review it again.',
  own_extra_time: 'This is your own claim. Ask another admin.',
  already_decided: 'Another admin already decided this claim.',
  extra_time_expired: 'This claim has expired. The officer can resubmit it.',
  wrong_state: 'The officer withdrew this claim.',
  overlaps_paid_time: 'This claim overlaps a recorded shift. Correct or return it.',
} as const satisfies Record<Exclude<Verdict, 'decided'>, string>
