import { randomInt } from 'node:crypto'
import { isOrder, isTold } from '#features/department/notifications/rules.choices.ts'
import { hoursOf, quietFor, quietUntil, worthUntil } from '#features/department/notifications/rules.quiet.ts'
import { type EventName, eventOf } from '#features/department/notifications/rules.ts'
import type { Plan, Telling } from '#features/department/notifications/store.letters.ts'
import type { House } from '#features/department/notifications/store.ts'
import type { AppPlatform } from '#platform/server/push.ts'
import { isoInstant, MINUTE, ms } from '#platform/shared/time.ts'
import { defaultOrder, isAnswerable, type OutChannel, outChannels, stepsFor } from './rules.ts'
import { listCodes } from './store.answers.ts'
import { findOrders, insertDeliveries, listReached, type Planned, type Reached } from './store.planning.ts'

/** Whether there is a provider; `apps`: the platforms whose apps can be pushed to, besides browsers. */
export type Providers = { texting: boolean; calling: boolean; apps?: readonly AppPlatform[] }

/** Picks a code that the phone was not sent before. */
type PickCode = (phone_id: string) => string
type Facts = { house: House; orders: Awaited<ReturnType<typeof findOrders>>; has: Providers; pick: PickCode }

/** A person's deliveries for one event: the steps of the department's order on the channels that the person has and wants. */
const deliveriesOf = ({ house, orders, has, pick }: Facts, telling: Telling, person: Reached): Planned[] => {
  const { event, audience, assignment_id, title, message } = telling
  const coded = isAnswerable(event) && assignment_id !== null
  const phones = person.phone_id === null ? [] : [person.phone_id]
  const targets: Readonly<Record<OutChannel, readonly string[]>> = {
    push: person.push_ids,
    text: has.texting ? phones : [],
    call: has.calling && coded && person.takes_calls ? phones : [],
  }
  const reachable = new Set(
    outChannels.filter((channel) => targets[channel].length > 0 && isTold(event, channel, person.choices)),
  )
  const hours = isOrder(event) ? null : quietFor(person, hoursOf(house.quiet_from, house.quiet_to))
  const expires_at = worthUntil(eventOf(event), telling.told_at, telling.times)
  const now = isoInstant(house.now_at)
  // What waits for the end of quiet hours keeps its order there: the call after the text.
  const begin = quietUntil(now, hours, house.time_zone) ?? now
  return stepsFor(orders.get(event) ?? defaultOrder(event), reachable).flatMap(({ channel, after }) => {
    const at = isoInstant(ms(begin) + after * MINUTE)
    const planned_at = quietUntil(at, hours, house.time_zone) ?? at
    return targets[channel].map((target_id) => ({
      ...{ officer_id: person.officer_id, event, audience, channel, assignment_id, title, message, target_id },
      ...{ told_at: telling.told_at, planned_at, expires_at },
      reply_code: channel === 'text' && coded ? pick(target_id) : null,
    }))
  })
}

/** Of several posted shifts at once, a person is told of one. */
const onePosted = (reached: readonly Reached[], eventOfId: ReadonlyMap<string, EventName>): Reached[] => {
  const pushed = new Set<string>()
  return reached.filter((one) => {
    if (eventOfId.get(one.telling_id) !== 'assignment_posted') return true
    if (one.posted_lately || pushed.has(one.officer_id)) return false
    pushed.add(one.officer_id)
    return true
  })
}

const pickFrom =
  (used: Set<string>): PickCode =>
  (phone_id) => {
    for (;;) {
      const code = String(randomInt(10_000)).padStart(4, '0')
      const key = `${phone_id} ${code}`
      if (used.has(key)) continue
      used.add(key)
      return code
    }
  }

/** Plans what goes out on further channels; without a provider for texts or calls, none are planned. */
export const planDeliveriesOf =
  (has: Providers): Plan =>
  async (db, house, taken) => {
    if (taken.length === 0) return
    const asked = taken.map(({ id, event, audience, officer_id }) => ({ id, event, audience, officer_id }))
    const byId = new Map(taken.map((telling) => [telling.id, telling]))
    const reached = onePosted(
      await listReached(db, asked, ['web', ...(has.apps ?? [])]),
      new Map(taken.map(({ id, event }) => [id, event])),
    )
    if (reached.length === 0) return
    const phones = has.texting ? reached.flatMap(({ phone_id }) => phone_id ?? []) : []
    const used = new Set(phones.length > 0 ? await listCodes(db, phones) : [])
    const facts = { house, orders: await findOrders(db), has, pick: pickFrom(used) }
    const planned = reached.flatMap((person) => {
      const telling = byId.get(person.telling_id)
      return telling ? deliveriesOf(facts, telling, person) : []
    })
    await insertDeliveries(db, planned)
  }
