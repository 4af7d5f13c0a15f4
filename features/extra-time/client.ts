import { z } from 'zod'
import { endpoint, type OutputOf } from '#platform/shared/endpoint.ts'
import { DateText, line, text } from '#platform/shared/shapes.ts'
import { type Instant, isTime } from '#platform/shared/time.ts'
import { rangeFromWall } from '#platform/shared/zone.ts'
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

const Clock = z.string().refine(isTime, 'A time in 24 hours: 18:30.')
const Which = z.enum(['earlier', 'later']).nullable()

/** A day and two times on the wall, as an officer remembers them. */
export const WallTimes = z.object({
  date: DateText,
  start_time: Clock,
  end_time: Clock,
  start_which: Which,
  end_which: Which,
})
export type WallTimes = z.output<typeof WallTimes>

/** From when on the end of a worked shift may be claimed from; null where the plan has no extra time, or while it is not known. */
export const useClaimableFrom = (): Instant | null => {
  const { features } = useOrganization()
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
        context.addIssue({ code: 'custom', path: ['docket_number'], message: 'Court needs the docket number.' })
      if (c.court === '') context.addIssue({ code: 'custom', path: ['court'], message: 'Court needs the court.' })
    }),
})
export type ClaimValues = z.input<typeof claimForm.input>

/** The form of an amendment. */
export const amendForm = endpoint({
  ...approveExtraTime,
  input: z.object({ ...WallTimes.shape, reason: text(1, 500) }),
})

export type TimesAnswer =
  | { starts_at: Instant; minutes: number }
  | { field: 'start_time' | 'end_time'; message: string; twice: boolean }

/** The instant and minutes that the wall times mean, or beside which field it cannot be told. Equal times are 24 hours. */
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
    return { field, message: 'The clock shows this time twice that night. Choose which.', twice: true }
  return {
    field,
    message: `This time does not exist: the clock jumps over it to ${answer.moved_to.time}.`,
    twice: false,
  }
}

/** The same for a form's submit: what cannot be told is thrown as a refusal of its field, and the draft stays. */
export const readTimes = (wall: WallTimes, zone: string): { starts_at: Instant; minutes: number } => {
  const times = timesOf(wall, zone)
  if (!('field' in times)) return times
  const { field, message } = times
  throw new ApiError(400, { code: 'invalid_input', fields: [{ field, message }] })
}

/** Wall times of a claim that exists, or of what is suggested. */
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

/** What the form opens with: a claim to change, a worked shift to go on from, or nothing yet. */
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
/** Why a row of a bulk decision was left as it was. */
export const verdictWords = {
  not_found: 'It is not there any more.',
  changed_meanwhile: 'The officer changed it meanwhile. Look at it again.',
  own_extra_time: 'It is your own claim: another admin has to decide.',
  already_decided: 'Another admin decided on it meanwhile.',
  extra_time_expired: 'It has expired. The officer can hand it in again.',
  wrong_state: 'The officer withdrew it.',
  overlaps_paid_time: 'It overlaps a shift that is recorded: amend it or return it.',
} as const satisfies Record<Exclude<Verdict, 'decided'>, string>
