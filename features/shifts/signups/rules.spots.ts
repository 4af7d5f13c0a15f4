import type { Patch } from '#platform/shared/endpoint.ts'
import type { Range } from '#platform/shared/time.ts'

/** What sign-ups change about a post: the same for every officer who may see the shift, and nothing about who they are. */
export type SpotFigures = {
  id: string
  confirmed_count: number
  held_count: number
  waiting_count: number
  holds: readonly Range[]
}
/** Figures of posts as of one moment in the database. A larger `as_of` has seen everything that a smaller one has. */
export type Spots = { as_of: number; posts: readonly SpotFigures[] }

type Kept = ReadonlyMap<string, SpotFigures & { as_of: number }>
type Response = {
  as_of?: number
  mine_as_of?: number
  /** `as_of` on shifts that a poke brought: newer than the list. */
  items: readonly { as_of?: number; posts: readonly SpotFigures[] }[]
  mine: readonly { post_id: string; queue: unknown }[]
}

/** More posts than officers look at. The oldest are forgotten first. */
const keptLimit = 2000

const isSpots = (heard: unknown): heard is Spots =>
  typeof heard === 'object' && heard !== null && 'as_of' in heard && 'posts' in heard && Array.isArray(heard.posts)

const keep = (kept: unknown, heard: unknown): Kept => {
  const before = kept instanceof Map ? (kept as Kept) : new Map()
  if (!isSpots(heard)) return before
  const { as_of } = heard
  const newer = heard.posts.filter(({ id }) => as_of > (before.get(id)?.as_of ?? 0))
  const after = new Map(before)
  for (const post of newer) {
    // At the end again, so that the first key is the oldest.
    after.delete(post.id)
    after.set(post.id, { ...post, as_of })
  }
  for (const [id] of after) {
    if (after.size <= keptLimit) break
    after.delete(id)
  }
  return after
}

const apply = (response: unknown, kept: unknown): { response: unknown; again: boolean } => {
  const list = response as Response
  const figures = kept as Kept
  const newer = (id: string, than: number) => {
    const one = figures.get(id)
    return one && one.as_of > than ? one : undefined
  }
  let changed = false
  const items = list.items.map((job) => {
    const than = Math.max(list.as_of ?? 0, job.as_of ?? 0)
    if (!job.posts.some(({ id }) => newer(id, than))) return job
    changed = true
    const posts = job.posts.map((post) => {
      const one = newer(post.id, than)
      if (!one) return post
      const { confirmed_count, held_count, waiting_count, holds } = one
      return { ...post, confirmed_count, held_count, waiting_count, holds }
    })
    return { ...job, posts }
  })
  // A place on the waitlist moves with those before it, and is the officer's own.
  const seen = list.mine_as_of ?? list.as_of ?? 0
  const again = list.mine.some((own) => own.queue !== null && newer(own.post_id, seen) !== undefined)
  return { response: changed ? { ...list, items } : response, again }
}

/** The open shifts, by the figures that pokes carry. */
export const patchOpenJobs: Patch = { keep, apply }
