import { isOrder } from '#features/department/notifications/rules.choices.ts'
import { type EventName, eventOf } from '#features/department/notifications/rules.ts'
import { MINUTE } from '#platform/shared/time.ts'

/** Channels that go out one after the other, until the person has answered. */
export const outChannels = ['push', 'text', 'call'] as const
export type OutChannel = (typeof outChannels)[number]

/** Minutes after the event; null: not used. */
export type ChannelOrder = Readonly<Record<OutChannel, number | null>>

const order: ChannelOrder = { push: 0, text: 2, call: 5 }
const pressing: ChannelOrder = { push: 0, text: 2, call: null }
const usual: ChannelOrder = { push: 0, text: 5, call: null }

/** The order of channels of an event where the department has set none. */
export const defaultOrder = (event: EventName): ChannelOrder => {
  if (event === 'ordered_in') return order
  return isOrder(event) || event === 'volunteers_asked' || event === 'place_offered_now' ? pressing : usual
}

export type Step = { channel: OutChannel; after: number }

/**
 * The steps for a person who can be reached on these channels. The first one goes out at once, whatever its minutes: without it,
 * there is nothing to wait for. A call never rings before its time.
 */
export const stepsFor = (order: ChannelOrder, reachable: ReadonlySet<OutChannel>): Step[] =>
  outChannels
    .flatMap((channel) => {
      const after = order[channel]
      return after === null || !reachable.has(channel) ? [] : [{ channel, after }]
    })
    .sort((a, b) => a.after - b.after)
    .map((step, at) => (at === 0 && step.channel !== 'call' ? { ...step, after: 0 } : step))

/** Newly posted shifts are pushed at most once in this time; the list in the app has all of them. */
export const POSTED_MINUTES = 60

/** What a push says on a locked screen: nothing about the shift. The service worker adds no more. */
export const pushWords = (event: EventName): string => {
  if (event === 'ordered_in') return "You've been ordered in. Open to acknowledge."
  if (event === 'order_cancelled') return "You're no longer ordered in."
  if (event === 'volunteers_asked') return 'Volunteers are needed. Open to answer.'
  if (event === 'volunteers_decided') return 'A call for volunteers you answered has ended.'
  if (event === 'place_offered' || event === 'place_offered_now') return 'You have an offer. Open to answer.'
  if (event === 'assignment_posted') return 'New shifts are open.'
  const { about } = eventOf(event)
  if (about === 'Your shifts') return "There's an update on one of your shifts."
  return 'You have a new notification.'
}

const mostTries = 8

/** Milliseconds until the next try after this many: half a minute, doubled each time; null: give up. */
export const retryIn = (attempts: number): number | null =>
  attempts >= mostTries ? null : (MINUTE / 2) * 2 ** (attempts - 1)

/** Deliveries are kept this long, for the log. */
export const KEPT_DAYS = 90

/** Apple's tokens are hex digits and become part of an address; Google's have colons, dashes and underscores. */
const tokens = { ios: /^([0-9a-f]{2}){32,100}$/, android: /^[\w:.-]{40,1000}$/ } as const
export const isTokenOf = ({ platform, token }: { platform: keyof typeof tokens; token: string }): boolean =>
  tokens[platform].test(token)

/** Devices of one person that receive pushes; a further one replaces the oldest. */
export const MOST_DEVICES = 10

/** Events whose order of channels a department chooses. */
export const orderedEvents = [
  'ordered_in',
  'order_cancelled',
  'volunteers_asked',
  'volunteers_decided',
  'place_offered',
  'place_offered_now',
] as const satisfies readonly EventName[]
/** Events that can be answered by text, with a code of their own, and by a key on the phone: only those ring. */
const answerableEvents = ['ordered_in', 'volunteers_asked', 'place_offered', 'place_offered_now'] as const
export const isAnswerable = (event: EventName): boolean => answerableEvents.some((one) => one === event)

/** Minutes to choose from; as many as the officer may need to look at the phone. */
export const stepMinutes = [0, 1, 2, 5, 10, 15, 30, 60] as const
