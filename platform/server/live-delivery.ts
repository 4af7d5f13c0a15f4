import type { Topic } from '#platform/shared/endpoint.ts'
import { spreadOf } from './live-crowd.ts'
import type { createGathering } from './live-gather.ts'
import type { Registry } from './live-registry.ts'
import { concernsAccess, type Held, hears, type Stream } from './live-stream.ts'
import type { Poke } from './outbox.ts'

/** What changes with every sign-up. */
const rushTopic: Topic = 'spots'
/** Between two chunks the calls that have come are served: with 500, sign-ups waited for 20 ms at a time. */
const fanOutChunk = 50
const heldLimit = 1_000

type Delivery = {
  ask: (stream: Stream) => void
  onSystem: (poke: Poke) => void
  gathering: () => Pick<ReturnType<typeof createGathering>, 'takes' | 'add'>
}

/**
 * One event of the stream: topic and id; for a crowd, the milliseconds over which its screens spread what they read (`w`); and where
 * the topic has them, the figures that changed (`d`).
 */
export const eventOf = (topic: string, id: string | null, within: number, data: string | null): string =>
  `data: {"t":${JSON.stringify(topic)},"id":${JSON.stringify(id)}${within > 0 ? `,"w":${within}` : ''}${data === null ? '' : `,"d":${data}`}}\n\n`

/** An admin hears many officers' changes of one turn as a single event for the topic. */
const manyAtOnce = 2

const groupOf = (poke: Poke): string | null =>
  poke.audience === 'officer' && poke.topic !== 'organization' ? `${poke.organization_id} ${poke.topic}` : null

const eachOnce = (pokes: readonly Poke[]): Poke[] => {
  const seen = new Set<string>()
  return pokes.filter((poke) => {
    const key = `${poke.organization_id}${poke.topic}${poke.thing_id}${poke.officer_id}${poke.audience}`
    return poke.audience === 'system' || (!seen.has(key) && seen.add(key))
  })
}

/** Returns the functions that deliver pokes to the streams allowed to hear them: each once, pausing when there are thousands. */
export const createDelivery = (
  { cut, send, listenersOf, crowdOf }: Registry,
  { ask, onSystem, gathering }: Delivery,
) => {
  let written = 0
  const hold = (stream: Stream, held: Held) => {
    // Over the limit, cut the stream: it reconnects automatically and reads everything again.
    if ((stream.held?.push(held) ?? 0) > heldLimit) cut(stream)
  }
  const sendTo = async (stream: Stream, poke: Poke, text: string) => {
    if (stream.held) return hold(stream, { poke, text })
    if (!hears(poke, stream)) return
    send(stream, text)
    if (++written % fanOutChunk === 0) await new Promise((go) => setImmediate(go))
  }
  /** Sends one poke to all who hear it. */
  const spread = async (poke: Poke, data: string | null) => {
    const toAll = poke.audience === 'all'
    const texts = new Map<number, string>()
    for (const stream of listenersOf(poke)) {
      if (concernsAccess(poke, stream)) ask(stream)
      const within = toAll ? spreadOf(crowdOf(stream), poke.topic === rushTopic ? 'rush' : 'change') : 0
      const text = texts.get(within) ?? eventOf(poke.topic, poke.thing_id, within, data)
      texts.set(within, text)
      await sendTo(stream, poke, text)
    }
  }
  /** Pokes of one department and topic that concern one officer each: those officers get their own, admins one for all. */
  const spreadOwn = async (pokes: readonly Poke[]) => {
    const [first] = pokes
    if (!first) return
    const byOfficer = Map.groupBy(pokes, (poke) => poke.officer_id)
    const all: Poke = { ...first, thing_id: null, officer_id: null, audience: 'admins' }
    const within = spreadOf(byOfficer.size, 'own')
    for (const stream of listenersOf(first)) {
      const own = stream.officer_id === null ? undefined : byOfficer.get(stream.officer_id)
      for (const poke of own ?? []) {
        if (concernsAccess(poke, stream)) ask(stream)
        await sendTo(stream, poke, eventOf(poke.topic, poke.thing_id, within, null))
      }
      if (!own || byOfficer.size > 1) await sendTo(stream, all, eventOf(first.topic, null, 0, null))
    }
  }
  const deliver = async (pokes: readonly Poke[]) => {
    const once = eachOnce(pokes)
    const owns = Map.groupBy(once, groupOf)
    for (const poke of once) {
      const group = groupOf(poke)
      const own = group === null ? undefined : owns.get(group)
      if (poke.audience === 'system') onSystem(poke)
      else if (own && own.length >= manyAtOnce) {
        if (own[0] === poke) await spreadOwn(own)
      } else if (gathering().takes(poke)) gathering().add(poke)
      else await spread(poke, null)
    }
  }
  return { deliver, spread }
}
