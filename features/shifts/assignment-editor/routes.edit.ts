import type { z } from 'zod'
import { listUnreached } from '#features/roster/officers/store.contact.ts'
import type { AssignmentSeen } from '#features/shifts/assignments/contract.shapes.ts'
import { tell, writeWhen } from '#features/shifts/assignments/store.tell.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type Route, refuse, refuseFeature, write } from '#platform/server/route.ts'
import { ms } from '#platform/shared/time.ts'
import { editAssignment } from './contract.ts'
import { type Made, makeAssignment, refuseUnruled } from './routes.input.ts'
import { decisionsNeeded, type Needed, type PostTerms, releasedBy } from './rules.decisions.ts'
import { refuseEdit, type Told, tellsSignups } from './rules.edit.ts'
import {
  findChanges,
  findPlanWithoutLocation,
  hasHoursElsewhere,
  type Locked,
  listHeld,
  listLiveOfficers,
  lockAssignment,
  moveSignups,
  releaseSignups,
  updateAssignment,
} from './store.write.ts'
import { changedWords } from './words.ts'

type Input = z.output<(typeof editAssignment)['input']>

const removedOf = (seen: AssignmentSeen, { posts }: Made) =>
  seen.posts.filter((post) => !posts.some((after) => after.id === post.id))

type Cut = { starts_at: string; ends_at: string; split_minutes: number | null }
const isSameCut = (a: Cut, b: Cut): boolean =>
  ms(a.starts_at) === ms(b.starts_at) && ms(a.ends_at) === ms(b.ends_at) && a.split_minutes === b.split_minutes

/** Whether the save changes what officers have of the post: parts keep its times and blocks, a takeover would be none of its parts. */
const isCut = (known: Cut & { has_parts: boolean; has_takeovers: boolean }, post: Cut): boolean =>
  (known.has_parts && !isSameCut(known, post)) || (known.has_takeovers && known.split_minutes !== post.split_minutes)

/** Posts whose own range has changed. Never includes posts taken in parts, since such a save is refused. */
const movedOf = (seen: AssignmentSeen, { posts }: Made): string[] =>
  posts
    .filter((post) => {
      const known = seen.posts.find(({ id }) => id === post.id)
      return known && (ms(known.starts_at) !== ms(post.starts_at) || ms(known.ends_at) !== ms(post.ends_at))
    })
    .map(({ id }) => id)

/** All reasons to refuse the save as a whole. */
const refuseSave = async (db: Db, input: Input, { seen, now }: Locked, made: Made) => {
  const removed = removedOf(seen, made)
  const after = made.posts.map((post) => {
    const known = seen.posts.find(({ id }) => id === post.id)
    const cuts_parts = known !== undefined && isCut(known, post)
    return { required: post.required_count, held_count: known?.held_count ?? 0, cuts_parts }
  })
  const gone = removed.map((post) => ({ required: 0, held_count: post.held_count }))
  const { starts_at, ends_at } = made.row
  const { award_rule_id = null, signup_opens_at } = made.row
  const { version, signup_mode, kind } = input
  const terms = { version, starts_at, ends_at, signup_mode, kind, award_rule_id, signup_opens_at }
  const no = refuseEdit(seen, { ...terms, posts: [...after, ...gone] }, now)
  // Keeps the exact opening time for officers who have already applied.
  if (seen.signup_mode === 'award' && seen.live_count > 0) made.row.signup_opens_at = seen.signup_opens_at
  if (no === 'changed_meanwhile')
    return refuse(no, { version: seen.version, ...(await findChanges(db, seen.id, input.version)) })
  if (no === 'below_confirmed') return refuse(no, { posts: belowConfirmed(seen, made) })
  if (no) return refuse(no)
  const kept = removed.filter((post) => post.has_signups).map((post) => post.name)
  if (kept.length > 0) return refuse('post_has_signups', { posts: kept.join(', ') })
  const place = ['location_lat', 'location_lng', 'location_radius_m'] as const
  const moved = place.some((field) => made.row[field] !== null && made.row[field] !== seen[field])
  const plan = moved ? await findPlanWithoutLocation(db) : null
  if (plan) return refuseFeature('location_verification', plan)
  return refuseUnruled(db, made.row)
}

const belowConfirmed = (seen: AssignmentSeen, made: Made): string =>
  seen.posts
    .filter((post) => (made.posts.find((after) => after.id === post.id)?.required_count ?? 0) < post.held_count)
    .map(
      (post) =>
        `${post.name}: ${post.held_count} ${post.held_count === post.confirmed_count ? 'confirmed' : 'taken or offered'}`,
    )
    .join(', ')

const unknownPost = (seen: AssignmentSeen, input: Input): Refusal<'invalid_input'> | null => {
  const ids = input.posts.map((post) => post.id ?? null)
  const at = ids.findIndex(
    (id, i) => id !== null && (ids.indexOf(id) !== i || !seen.posts.some((post) => post.id === id)),
  )
  if (at < 0) return null
  return new Refusal('invalid_input', undefined, [
    { field: `posts.${at}.id`, message: "This post isn't part of this shift." },
  ])
}

type Terms = { id: string; starts_at: string; ends_at: string; requirements: PostTerms['requirements'] }
const termsOf = (posts: readonly Terms[], zone: string): Map<string, PostTerms> =>
  new Map(posts.map(({ id, ...post }) => [id, { ...post, zone }]))

const hitBy = async (db: Db, zone: string, seen: AssignmentSeen, made: Made): Promise<Needed[]> =>
  decisionsNeeded(await listHeld(db, seen.id, made.posts), termsOf(seen.posts, zone), termsOf(made.posts, zone))

const shapeOf = (a: {
  starts_at: string
  ends_at: string
  posts: readonly { name: string; required_count: number; starts_at: string; ends_at: string }[]
  location_name: string | null
  location_address: string | null
}) => ({
  starts_at: a.starts_at,
  ends_at: a.ends_at,
  posts: a.posts.map((post) => ({
    name: post.name,
    required: post.required_count,
    starts_at: new Date(post.starts_at).toISOString(),
    ends_at: new Date(post.ends_at).toISOString(),
  })),
  location: { name: a.location_name, address: a.location_address },
})

/** Notifies the removed officers and the remaining ones, and returns them. */
const tellAll = async (
  db: Db,
  made: Made,
  changes: readonly Told[],
  released: readonly string[],
): Promise<string[]> => {
  const { id: assignment_id, title } = made.row
  const now = `Now ${await writeWhen(db, made.row)}${made.row.location_name ? `, ${made.row.location_name}` : ''}.`
  await tell(db, released, {
    type: 'signup_released',
    title: `Removed: ${title}`,
    message: `You were removed from this shift after ${changedWords(changes)} changed. ${now}`,
    assignment_id,
  })
  if (changes.length === 0) return [...released]
  const officers = await listLiveOfficers(db, assignment_id)
  await tell(db, officers, {
    type: 'assignment_changed',
    title: `Changed: ${title}`,
    message:
      `${changedWords(changes)} changed. ${now} If this doesn't work for you, you can call off without approval.`.replace(
        /^t/,
        'T',
      ),
    assignment_id,
  })
  return [...officers, ...released]
}

export const routes: readonly Route[] = [
  write(
    editAssignment,
    async ({ db, input, me }) => {
      const locked = await lockAssignment(db, input.id)
      if (!locked) return refuse('not_found')
      const { seen } = locked
      const made = makeAssignment(input, seen.time_zone, 'strict', seen.id)
      if (!('row' in made)) return made
      const unknown = unknownPost(seen, input)
      if (unknown) return unknown
      const no = await refuseSave(db, input, locked, made)
      if (no) return no
      const { officer_id, time_zone } = await me()
      const needed = await hitBy(db, time_zone ?? seen.time_zone, seen, made)
      const released = releasedBy(needed, input.decisions ?? [])
      if (released === null) return refuse('decisions_needed', { officers: needed })
      if (released.some((one) => one.officer_id === officer_id)) return refuse('own_signup')
      const changes =
        seen.status === 'published' ? tellsSignups(shapeOf(seen), shapeOf({ ...made.row, posts: made.posts })) : []
      const gone = await releaseSignups(
        db,
        released.map((one) => one.signup_id),
        'The shift was changed.',
      )
      const version = await updateAssignment(db, made.row, made.posts, {
        terms: changes.length > 0,
        removed: removedOf(seen, made).map((post) => post.id),
        known: new Set(seen.posts.map((post) => post.id)),
      })
      const moved = movedOf(seen, made)
      await moveSignups(db, seen.id, moved)
      // After the sign-ups are locked: nobody checks in meanwhile.
      if (moved.length > 0 && (await hasHoursElsewhere(db, seen.id))) return refuse('hours_elsewhere')
      const concerned = await tellAll(db, made, changes, gone)
      return { id: seen.id, version, concerned: concerned.length, unreached: await listUnreached(db, concerned) }
    },
    { constraints: { signups_no_overlap: 'overlaps_meanwhile' } },
  ),
]
