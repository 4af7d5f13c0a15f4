import { type Event, type EventName, eventOf, type Setting } from './rules.ts'

export const channels = ['app', 'mail', 'push', 'text', 'call'] as const
export type Channel = (typeof channels)[number]

/** A person's choices, by event and channel; a missing one is the default. */
export type Choices = Readonly<Record<string, Partial<Record<Channel, boolean>> | undefined>>

/** Orders bind the officer: on every channel that the person has set up, and during quiet hours as well. */
const orders: readonly EventName[] = ['ordered_in', 'order_cancelled']
export const isOrder = (name: EventName): boolean => orders.includes(name)
/** Someone is waiting for an answer, and it may be too late in an hour. */
const pressing: readonly EventName[] = ['volunteers_asked', 'place_offered', 'place_offered_now']

const pushSetting = ({ to, app, mail }: Event, name: EventName): Setting => {
  if (to === 'admins') return app === 'always' ? 'on' : 'off'
  return mail === 'on' || name === 'assignment_posted' ? 'on' : 'off'
}
const textSetting = ({ about }: Event, name: EventName): Setting => {
  // The reply to officers who volunteer by text promises the decision.
  if (pressing.includes(name) || name === 'volunteers_decided') return 'on'
  return about === 'Your shifts' ? 'off' : 'never'
}

/** Calls are for what can be answered by a key. */
const callSetting = (name: EventName): Setting => {
  if (name === 'ordered_in') return 'always'
  return pressing.includes(name) ? 'on' : 'never'
}

/** Whether an event uses a channel, and whether the person may change that. */
export const settingOf = (name: EventName, channel: Channel): Setting => {
  const event = eventOf(name)
  if (channel === 'app' || channel === 'mail') return event[channel]
  if (event.app === 'never') return 'never'
  if (channel === 'call') return callSetting(name)
  if (isOrder(name)) return 'always'
  return channel === 'push' ? pushSetting(event, name) : textSetting(event, name)
}

/** Why a choice cannot be made, or null: the event always uses this channel, or never. */
export const refuseChoice = (name: EventName, channel: Channel): 'not_optional' | null => {
  const setting = settingOf(name, channel)
  return setting === 'always' || setting === 'never' ? 'not_optional' : null
}

/** Whether the person is notified of the event through the channel. */
export const isTold = (name: EventName, channel: Channel, choices: Choices): boolean => {
  const setting = settingOf(name, channel)
  if (setting === 'always' || setting === 'never') return setting === 'always'
  return choices[name]?.[channel] ?? setting === 'on'
}
