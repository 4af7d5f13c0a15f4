import { hoursOf } from '#features/department/notifications/rules.quiet.ts'
import { notify } from '#features/department/notifications/store.ts'
import { type Ranking, rankFor, recordRound } from '#features/shifts/awards/store.ts'
import { offeredWords } from '#features/shifts/awards/words.ts'
import { listEligibility, lockOfficersAndPlace } from '#features/shifts/eligibility/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob, type OutsideSweep, throwAll } from '#platform/server/jobs.ts'
import { type Instant, isoInstant } from '#platform/shared/time.ts'
import { passPlaces } from './rules.passing.ts'
import { defaultTerms, isLastMinute, offerEnds } from './rules.ts'
import * as passing from './store.passing.ts'
import { freedWords, leavingWords } from './words.ts'

type Line = (passing.InLine & { may: boolean; range: { starts_at: Instant; ends_at: Instant } })[]

/** The waitlist, each officer with whether they are eligible for the spot under the current locks. */
const askedInLine = async (db: Db, at: passing.DuePost, found: readonly passing.InLine[]): Promise<Line> => {
  const may = new Map<string, boolean>()
  const ranges = Map.groupBy(found, (one) => `${one.starts_at.getTime()}-${one.ends_at.getTime()}`)
  for (const same of ranges.values()) {
    const [{ starts_at, ends_at } = { starts_at: undefined, ends_at: undefined }] = same
    if (!starts_at || !ends_at) continue
    const officer_ids = same.map((one) => one.officer_id)
    const answers = await listEligibility(db, { ...at, officer_ids, purpose: 'fill', starts_at, ends_at })
    // Free spots are counted here, per part, so `full` does not matter.
    for (const one of answers)
      may.set(
        one.officer_id,
        one.reasons.every(({ code }) => code === 'full'),
      )
  }
  return found.map((one) => ({
    ...one,
    may: may.get(one.officer_id) ?? false,
    range: { starts_at: isoInstant(one.starts_at), ends_at: isoInstant(one.ends_at) },
  }))
}

type Offered = { officer_id: string; shared: boolean; until: string; replaces: boolean }
/** Why the spot came free, who is offered it, and until when. */
const tellOffered = (db: Db, at: passing.DuePost, title: string, offers: readonly Offered[], say: Said) =>
  notify(
    db,
    offers.map(({ officer_id, shared, until, replaces }) => ({
      type: shared ? ('place_offered_now' as const) : ('place_offered' as const),
      title: `You're offered a spot: ${title}`,
      message: [
        replaces ? leavingWords : say.freed,
        ...(shared
          ? ['Offered to everyone on the waitlist. The first to accept gets it.']
          : [...say.order(officer_id), `Held for you until ${until}. Accept or decline.`]),
      ].join(' '),
      officer_id,
      assignment_id: at.assignment_id,
    })),
  )
/** Why a spot came free, and how the award rule of the shift ranks an officer on the waitlist. */
type Said = { freed: string; order: (officer_id: string) => string[] }

const tell = (
  db: Db,
  at: passing.DuePost,
  officers: readonly { officer_id: string }[],
  title: string,
  message: string,
) =>
  notify(
    db,
    officers.map(({ officer_id }) => ({
      type: 'place_lost' as const,
      title,
      message,
      officer_id,
      assignment_id: at.assignment_id,
    })),
  )

/** Passes on the free spots of one post, under its lock: a second process finds it done. */
const passOn = async (db: Db, at: passing.DuePost): Promise<void> => {
  const officer_ids = await passing.listConcerned(db, at.post_id)
  await lockOfficersAndPlace(db, { ...at, officer_ids })
  const expired = await passing.updateExpired(db, at.post_id)
  const returned = await passing.returnUnsought(db, at.post_id)
  const post = await passing.findPostStanding(db, at.post_id)
  if (!post) return
  await tell(db, at, expired, `Your offer expired: ${post.title}`, 'The spot goes to the next officer on the waitlist.')
  await tell(
    db,
    at,
    returned.filter((one) => one.kept),
    `No longer needed: ${post.title}`,
    'The officer is keeping the shift. You keep your position on the waitlist.',
  )
  // Officers who joined the waitlist after the locks were taken are considered next time.
  const found = (await passing.listLine(db, at.post_id)).filter((one) => officer_ids.includes(one.officer_id))
  const offered = post.status === 'published' ? await offerDownTheLine(db, at, post, found) : []
  await tell(
    db,
    at,
    returned.filter((one) => !one.kept && !offered.includes(one.officer_id)),
    `Your offer ended: ${post.title}`,
    'You keep your position on the waitlist.',
  )
  await passing.clearFreed(db, at.post_id)
}

type Ranked = { ranking: Ranking | null; line: Line }

/** The waitlist in the award rule's order if the shift is awarded, otherwise in order of application. */
const inOrder = async (db: Db, at: passing.DuePost, awarded: boolean, line: Line): Promise<Ranked> => {
  if (!awarded || line.length === 0) return { ranking: null, line }
  const ranking = await rankFor(db, { ...at, officer_ids: line.map((one) => one.officer_id) })
  const place = new Map(ranking.ranked.map((one) => [one.officer_id, one.rank]))
  const of = (one: Line[number]) => place.get(one.officer_id) ?? line.length + 1
  return { ranking, line: line.toSorted((a, b) => of(a) - of(b)) }
}

/** Records a round with a receipt for each officer: who was offered a spot, who keeps waiting, and who is not eligible now. */
const record = (db: Db, at: passing.DuePost, ranking: Ranking, line: Line, given: ReadonlySet<string>) =>
  recordRound(db, {
    purpose: 'waitlist',
    ...at,
    ranking,
    places: given.size,
    outcome: line.map(({ officer_id, may }) => ({
      officer_id,
      outcome: given.has(officer_id) ? ('offered' as const) : may ? ('waitlisted' as const) : ('ineligible' as const),
    })),
  })

/** What is held of the post: in a post without parts, confirmed spots are counted, each for the whole time. */
const heldOf = (post: passing.PostStanding, line: Line) => {
  const whole = post.split_minutes === null ? line[0]?.range : undefined
  return whole ? [...post.holds, ...Array.from({ length: post.confirmed }, () => whole)] : post.holds
}

/** Returns the officers who are offered a spot now. */
const offerDownTheLine = async (
  db: Db,
  at: passing.DuePost,
  post: passing.PostStanding,
  found: readonly passing.InLine[],
): Promise<string[]> => {
  const now = isoInstant(post.now_at)
  const quiet = { hours: hoursOf(post.quiet_from, post.quiet_to), zone: post.zone }
  const waiting = found.filter((one) => one.status === 'waitlisted')
  const asked = await askedInLine(db, at, waiting)
  const { ranking, line } = await inOrder(db, at, post.signup_mode === 'award', asked)
  const terms = ranking?.rule ?? defaultTerms
  const leaving = found.filter((one) => one.status === 'calloff_requested')
  const given = passPlaces(
    { required_count: post.required },
    heldOf(post, line),
    line.map(({ id, may, range }) => ({ id, may, ...range })),
    leaving.map((one) => ({ id: one.id, starts_at: isoInstant(one.starts_at), ends_at: isoInstant(one.ends_at) })),
    (starts_at) => isLastMinute(starts_at, terms, now),
  ).flatMap((one) => {
    const who = line.find(({ id }) => id === one.id)
    return who
      ? [{ ...one, officer_id: who.officer_id, expires_at: offerEnds(who.range.starts_at, terms, quiet, now) }]
      : []
  })
  if (given.length === 0) return []
  if (ranking) await record(db, at, ranking, line, new Set(given.map((one) => one.officer_id)))
  const freed = freedWords(await passing.listFreeing(db, at.post_id))
  const order = (officer_id: string) => {
    const own = ranking?.ranked.find((one) => one.officer_id === officer_id)
    return ranking && own ? [offeredWords(ranking.rule, own)] : []
  }
  const offers = await passing.updateOffered(db, given)
  await tellOffered(db, at, post.title, offers, { freed, order })
  return offers.map((one) => one.officer_id)
}

/** Everything due in one organization, each post in its own transaction: one failure does not block the others. */
export const passPlacesOf = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean = () => false,
): Promise<void> => {
  const inside = asJob(database, organizationId, 'pass_places')
  const due = await inside(passing.listDuePosts)
  const failures: Error[] = []
  for (const at of due) {
    if (stopping()) break
    try {
      await inside((db) => passOn(db, at))
    } catch (error) {
      failures.push(new Error(`post ${at.post_id}: ${error instanceof Error ? error.message : String(error)}`))
    }
  }
  throwAll(failures)
}

export const sweeps: readonly OutsideSweep[] = [
  { name: 'pass_places', everySeconds: 10, wakes: 'place_freed', outside: passPlacesOf },
]
