import { vendorTopics } from '#platform/shared/endpoint.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { placesOf, type Stream } from './live-stream.ts'
import type { Poke } from './outbox.ts'

const queuedBytesLimit = 65_536

/** This process's open streams, indexed by organization and by person. */
export type Registry = ReturnType<typeof createRegistry>

export const createRegistry = () => {
  const streams = new Set<Stream>()
  const byOrganization = new Map<string, Set<Stream>>()
  const byUser = new Map<string, Set<Stream>>()
  const crowds = new Map<string, number>()
  const counted = new Map<Stream, string>()
  const count = (stream: Stream, isThere: boolean) => {
    const was = counted.get(stream)
    if (isThere === (was !== undefined)) return
    const crowd = was ?? `${stream.organization_id} ${stream.role}`
    const size = (crowds.get(crowd) ?? 0) + (isThere ? 1 : -1)
    if (size > 0) crowds.set(crowd, size)
    else crowds.delete(crowd)
    if (isThere) counted.set(stream, crowd)
    else counted.delete(stream)
  }

  const add = (stream: Stream) => {
    streams.add(stream)
    count(stream, true)
    for (const place of placesOf(stream)) put(byOrganization, place, stream)
    put(byUser, stream.user_id, stream)
  }
  const remove = (stream: Stream) => {
    streams.delete(stream)
    count(stream, false)
    for (const place of placesOf(stream)) drop(byOrganization, place, stream)
    drop(byUser, stream.user_id, stream)
  }
  const cut = (stream: Stream) => {
    remove(stream)
    stream.response.destroy()
  }
  /** Ends every stream; the clients come back and are judged again. */
  const endAll = () => {
    for (const stream of [...streams]) {
      stream.due = true
      stream.response.end()
    }
  }
  /**
   * Writes to the stream, or cuts it if its reader is too slow. One that ended stays here until its connection has closed: a write to it
   * would end the process.
   */
  const send = (stream: Stream, text: string) => {
    if (stream.response.writableLength > queuedBytesLimit) cut(stream)
    else if (!stream.response.writableEnded) stream.response.write(text)
  }
  const listenersOf = (poke: Poke): Iterable<Stream> => {
    if (poke.audience === 'user') return byUser.get(poke.thing_id ?? '') ?? []
    const own = byOrganization.get(poke.organization_id) ?? []
    const vendors = vendorTopics.has(poke.topic) ? byOrganization.get(VENDOR_ID) : undefined
    return vendors && poke.organization_id !== VENDOR_ID ? [...own, ...vendors] : own
  }
  /** Streams in the same department with the same work: an admin does not wait for a thousand officers. */
  const crowdOf = ({ organization_id, role }: Stream) => crowds.get(`${organization_id} ${role}`) ?? 0
  const countIn = (organizationId: string) => byOrganization.get(organizationId)?.size ?? 0
  const countOf = (userId: string) => byUser.get(userId)?.size ?? 0
  return { streams, add, remove, cut, endAll, send, listenersOf, countOf, countIn, crowdOf }
}

const put = (map: Map<string, Set<Stream>>, key: string, stream: Stream) => {
  const set = map.get(key) ?? new Set()
  set.add(stream)
  map.set(key, set)
}
const drop = (map: Map<string, Set<Stream>>, key: string, stream: Stream) => {
  const set = map.get(key)
  set?.delete(stream)
  if (set?.size === 0) map.delete(key)
}
