import { isFreeIn } from '#features/shifts/signups/rules.places.ts'
import { type Instant, ms, type Range } from '#platform/shared/time.ts'

/** A waiting officer, in list order; an officer not eligible now is skipped and keeps waiting. */
export type InLine = Range & { id: string; may: boolean }
/** An officer who requested a call-off and stays responsible until somebody takes over. */
export type Leaving = Range & { id: string }
export type Given = { id: string; shared: boolean; replaces_id: string | null }

const isSame = (a: Range, b: Range) => ms(a.starts_at) === ms(b.starts_at) && ms(a.ends_at) === ms(b.ends_at)

/**
 * Who is offered what: open spots down the list, each to the first eligible officer; then the spots of officers who want to be
 * called off. At the last minute each spot goes to all who wait for it at once, and the first to accept gets it.
 */
export function passPlaces(
  post: { required_count: number },
  holds: readonly Range[],
  line: readonly InLine[],
  leaving: readonly Leaving[],
  isLast: (starts_at: Instant) => boolean,
): Given[] {
  const given: Given[] = []
  const taken = [...holds]
  const eligible = line.filter(({ may }) => may)
  for (const one of eligible) {
    if (!isFreeIn(post, one, taken)) continue
    const shared = isLast(one.starts_at)
    given.push({ id: one.id, shared, replaces_id: null })
    if (!shared) taken.push(one)
  }
  for (const place of leaving) {
    const asked = eligible.filter((one) => isSame(one, place) && !given.some(({ id }) => id === one.id))
    const shared = isLast(place.starts_at)
    for (const { id } of shared ? asked : asked.slice(0, 1)) given.push({ id, shared, replaces_id: place.id })
  }
  return given
}
