import { notify } from '#features/department/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { clockWords, isoInstant, MINUTE, ms } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { intervalsOf } from './rules.intervals.ts'
import { type Fix, positionVerdict, refuseFix, speedKmh } from './rules.position.ts'
import { claimedAt, isTooOld, type Press as Pressing } from './rules.press.ts'
import { findLeftBehind, findPressed, findTravel, type Recorded, toldBefore } from './store.presses.ts'
import { insertLeaving, insertReturn, updateAgain } from './store.returns.ts'
import { lockOwnSignup, type Pressed } from './store.ts'
import { refusals } from './words.refusals.ts'

type Press = Pressing & { position?: (Fix & { age_s?: number | undefined }) | null | undefined }

/** What is stored for a press: no position if the department does not require one. */
export const recordOf = async (db: Db, signup: Pressed, press: Press, claimed_at: string | null): Promise<Recorded> => {
  const none = { fix: null, position: null, distance_m: null, age_s: null, same_fixes: null, kmh: null }
  const device_at = isoInstant(press.device_at)
  const times = { device_at, claimed_at }
  if (signup.place === null) return { ...times, ...none }
  const { age_s = null, ...fix } = press.position ?? {}
  const given = press.position ? (fix as Fix) : null
  const { verdict, distance_m } = positionVerdict(given, signup.place)
  if (given === null || refuseFix(given) !== null)
    return { ...times, ...none, fix: given, position: verdict, distance_m, age_s }
  const { same, last } = await findTravel(db, given)
  const kmh = speedKmh(last, { ...given, at: claimed_at ?? signup.now_at })
  return { ...times, fix: given, position: verdict, distance_m, age_s, same_fixes: same, kmh }
}

type Known = NonNullable<Awaited<ReturnType<typeof findPressed>>>

/** Whether the press lies in the time on duty that the records show, to the minute. */
const isShown = (of: Known, at: string) =>
  intervalsOf({ checked_in_at: of.first_in_at, checked_out_at: of.last_out_at ?? of.now_at }, of.gaps).some(
    ({ starts_at, ends_at }) => ms(at) > ms(starts_at) - MINUTE && ms(at) < ms(ends_at) + MINUTE,
  )
/** Whether the records have a press of this kind at that minute. Amid the time on duty, a check-out and a return are time off duty. */
const isRecorded = (of: Known, what: 'check-in' | 'check-out', at: string) =>
  (what === 'check-in'
    ? [...of.ins, ...of.gaps.map(({ back_at }) => back_at)]
    : [...of.outs, ...of.gaps.map(({ left_at }) => left_at)]
  ).some((recorded) => Math.abs(ms(at) - ms(recorded)) < MINUTE)

/** Refusals of a press that the record may show already. */
const repeats = new Set(['already_checked_in', 'already_checked_out', 'checkout_too_soon'])

/** Refusals of a press that arrived at once that the officer answers by pressing again. */
const asksAgain = new Set(['checkin_too_early', 'checkout_early', 'checkout_too_soon'])

type Kind = 'check-in' | 'check-out'
type OfSignup = Press & { signup_id: string }
type Told = Pick<Known, 'assignment_id' | 'title' | 'officer_name' | 'time_zone' | 'time_format'>
const byHand = 'Enter the times by hand if they should count.'
/** More refused presses of one kind for one shift are no officer's day at work: each would be mailed to every admin. */
const MOST_TOLD = 10
const noMore = "You won't get more notifications like this for this shift."
/** `made`: null if the press arrived at once. */
const tell = async (db: Db, of: Told, what: Kind, made: string | null, at: string, why: string): Promise<void> => {
  const { time, date } = wallOf(isoInstant(at), of.time_zone)
  const [saved, offline] = made === null ? ['', ''] : ['saved ', ', without a connection']
  const said = {
    assignment_id: of.assignment_id,
    title: `${of.officer_name}: ${saved}${what} wasn't counted`,
    message: `${of.title}: pressed on ${dateWords(date)}, ${clockWords(time, of.time_format)}${offline}. Reason: ${why}`,
  }
  const { times, same } = await toldBefore(db, said)
  if (same || times >= MOST_TOLD) return
  const message = times === MOST_TOLD - 1 ? `${said.message} ${noMore}` : said.message
  await notify(db, [{ type: 'press_refused', officer_id: null, ...said, message }])
}
/** When a press that is reported was made; null if it arrived at once. */
const madeAt = (press: Press, now: string): string | null => {
  const made = claimedAt(press, now)
  return isTooOld(made) ? made.too_old : made
}

/** What an admin has assigned while two rows were merged stays with the roster row when that is undone: the press finds no shift. */
const tellLeftBehind = async (db: Db, what: Kind, press: OfSignup): Promise<void> => {
  const of = await findLeftBehind(db, press.signup_id)
  if (!of) return
  const made = madeAt(press, of.now_at)
  const why = `the shift stayed with ${of.stays_with} when the merge was undone. ${byHand}`
  await tell(db, of, what, made, made ?? of.now_at, why)
}

/** The time off duty before a return that could not be kept, or after a check-out that came once another device had checked out. */
const sinceWords = (of: Known, what: Kind, at: string): string => {
  if (what === 'check-out')
    return of.again_in_at && ms(at) < ms(of.again_in_at)
      ? `Checked in again on another device: ${of.again}. Leave out the time in between. `
      : ''
  if (of.asked_out_at && ms(at) >= ms(of.asked_out_at))
    return `A check-out on ${of.asked_out} was sent earlier. Leave out the time in between. `
  return of.out_at && ms(at) > ms(of.out_at) ? `Leave out the time since the check-out on ${of.out}. ` : ''
}

/**
 * A press that is refused for good is known to the officer alone: the admins hear of it, to enter the times. Also of one that arrived at
 * once: the phone may have said that it was saved, or its answer may be lost.
 */
const tellRefused = async (db: Db, what: Kind, press: OfSignup, code: string, then: string | null): Promise<void> => {
  const of = await findPressed(db, press.signup_id)
  if (!of) return tellLeftBehind(db, what, press)
  const made = madeAt(press, of.now_at)
  if (made === null && asksAgain.has(code)) return
  const at = made ?? of.now_at
  const isOfOther = code === 'already_checked_in' && !of.own
  const isKnown = made === null ? isShown(of, at) && !isOfOther : isRecorded(of, what, at)
  if (isKnown && !then && repeats.has(code)) return
  const since = then ? '' : sinceWords(of, what, at)
  const reason = code in refusals ? refusals[code as keyof typeof refusals].title.toLowerCase() : 'not accepted'
  await tell(db, of, what, made, at, `${reason}. ${since}${then ?? byHand}`)
}

/** A check-out that ended nothing, as its officer was on duty again. Its phone is told that it was recorded, and may be put away. */
export const tellOvertaken = async (db: Db, press: OfSignup, claimed: string): Promise<void> => {
  const of = await findPressed(db, press.signup_id)
  if (!of) return
  const why = `back on duty since ${of.again}. The time in between shows as off duty in the review. If the shift did end then, enter the check-out by hand.`
  await tell(db, of, 'check-out', claimed, claimed, why)
}

const thenKept =
  'A later check-out will appear in the review, minus the time off duty. If none arrives, enter the times by hand.'

/**
 * A return that is refused, whatever the reason, is kept as time off duty that doesn't count until an admin decides, and a check-out that
 * came too late for the return after it. `made`: null if the press arrived at once.
 */
const keep = async (db: Db, what: Kind, press: OfSignup, code: string): Promise<string | null> => {
  const [signup, record] = await lockOwnSignup(db, press.signup_id)
  if (!signup || !record) return null
  const made = madeAt(press, signup.now_at)
  if (made === null && asksAgain.has(code)) return null
  const recorded = await recordOf(db, signup, press, made ?? signup.now_at)
  if (what === 'check-out') {
    if (code === 'press_too_old') await insertLeaving(db, record.id, recorded)
    return null
  }
  if (code === 'already_checked_in') await updateAgain(db, record.id, recorded.claimed_at ?? signup.now_at)
  const kept = await insertReturn(db, record.id, recorded)
  return kept && !kept.beside ? thenKept : null
}

/** Its first answer was lost, and the key with which it was recorded is forgotten by now. */
const wasRecorded = async (db: Db, what: Kind, press: OfSignup): Promise<boolean> => {
  const of = await findPressed(db, press.signup_id)
  const made = of && madeAt(press, of.now_at)
  return made ? isRecorded(of, what, made) : false
}

/** Of a press that is refused: what it says is kept and reported. */
export const afterRefusal = async (db: Db, what: Kind, press: OfSignup, code: string): Promise<void> => {
  // The device sends it once more.
  if (!press.clock || code === 'other_attendance_open') return
  if (code === 'press_too_old' && (await wasRecorded(db, what, press))) return
  await tellRefused(db, what, press, code, await keep(db, what, press, code))
}

/**
 * The device asks once more for the answer: the first one was lost, so the officer was asked for nothing. The press is kept and reported now,
 * as a saved one.
 */
export const afterRepeat = async (db: Db, what: Kind, press: OfSignup, code: string): Promise<void> => {
  if (asksAgain.has(code)) await afterRefusal(db, what, press, code)
}
