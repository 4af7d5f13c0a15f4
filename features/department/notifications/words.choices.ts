import { joined } from '#platform/shared/text.ts'
import { type Channel, type Choices, channels, isTold, settingOf } from './rules.choices.ts'
import { type EventName, eventOf } from './rules.ts'

/** The names of the channels on switches and in the head of the table. */
export const channelNames: Readonly<Record<Channel, string>> = {
  app: 'In the app',
  mail: 'Email',
  push: 'Push',
  text: 'Text',
  call: 'Call',
}
const shortNames: Readonly<Record<Channel, string>> = { ...channelNames, app: 'App' }

/** `App, email and push` */
const series = (all: readonly Channel[]): string =>
  joined(all.map((one, n) => (n === 0 ? shortNames[one] : shortNames[one].toLowerCase())))

/** How many of these events use the channel, of how many can. */
export const countsOf = (names: readonly EventName[], channel: Channel, choices: Choices) => {
  const able = names.filter((name) => settingOf(name, channel) !== 'never')
  return { able: able.length, on: able.filter((name) => isTold(name, channel, choices)).length }
}

/** What is on for these events, in words: `App and email · Push for some`. `off` are channels that reach nobody yet. */
export const onWords = (names: readonly EventName[], choices: Choices, off: readonly Channel[]): string => {
  const counted = channels
    .filter((channel) => !off.includes(channel))
    .map((channel) => ({ channel, ...countsOf(names, channel, choices) }))
    .filter(({ on }) => on > 0)
  const full = counted.filter(({ on, able }) => on === able).map(({ channel }) => channel)
  const part = counted.filter(({ on, able }) => on < able).map(({ channel }) => channel)
  if (counted.length === 0) return 'Off'
  return [full.length > 0 ? series(full) : '', part.length > 0 ? `${series(part)} for some` : '']
    .filter(Boolean)
    .join(' · ')
}

/** `On for 3 of 22 events` */
export const countWords = ({ on, able }: { on: number; able: number }): string => {
  const events = able === 1 ? 'event' : 'events'
  if (on === 0) return `Off for ${able} ${events}`
  return on === able ? `On for ${able} ${events}` : `On for ${on} of ${able} ${events}`
}

/** Names a switch wherever it is: `Your shift was canceled, in the app`. */
export const switchName = (name: EventName, channel: Channel): string =>
  `${eventOf(name).words}, ${channelNames[channel].toLowerCase()}`
