import { isFreeIn } from '#features/signups/rules.places.ts'
import { type Instant, ms, type Range } from '#platform/shared/time.ts'

/** Somebody who waits, in the order of the list; who may not have it now is passed over and waits on. */
export type InLine = Range & { id: string; may: boolean }
/** Who asked to be called off and stays responsible until somebody takes over. */
export type Leaving = Range & { id: string }
export type Given = { id: string; shared: boolean; replaces_id: string | null }

const isSame = (a: Range, b: Range) => ms(a.starts_at) === ms(b.starts_at) && ms(a.ends_at) === ms(b.ends_at)

/**
 * Who is offered what: free places down the line, each to the first who may have it; then the places of those who want to be
 * called off. In the last minutes each goes to all who wait for it at once, and the first answer has it.
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
