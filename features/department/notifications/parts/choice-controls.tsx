import { Checkbox, Switch } from '#platform/web/ui/checks.tsx'
import { type Channel, type Choices, isTold, refuseChoice, settingOf } from '../rules.choices.ts'
import type { EventName } from '../rules.ts'
import { channelNames, countsOf, countWords, switchName } from '../words.choices.ts'

export type Controls = {
  choices: Choices
  /** Channels that reach nobody yet. */
  off: readonly Channel[]
  set: (names: readonly EventName[], channel: Channel, on: boolean) => void
}

const NOT_SET_UP = 'Not set up'
const fixedClass = 'text-small text-faint'

/** One channel of one event: with its name beside it, or in a table's cell. */
export const EventChoice = ({
  name,
  channel,
  labeled = false,
  of: { choices, off, set },
}: {
  name: EventName
  channel: Channel
  labeled?: boolean
  of: Controls
}) => {
  const setting = settingOf(name, channel)
  if (setting === 'never') return labeled ? null : <span className={fixedClass}>Never</span>
  // Text instead of a switch for settings that cannot be changed: a switch that does nothing would confuse.
  if (setting === 'always')
    return labeled ? (
      <p className="flex min-h-11 items-center justify-between gap-3">
        {channelNames[channel]} <span className={fixedClass}>Always</span>
      </p>
    ) : (
      <span className={fixedClass}>Always</span>
    )
  const isOff = off.includes(channel)
  return (
    <Switch
      {...(labeled
        ? { label: channelNames[channel], hint: isOff && NOT_SET_UP }
        : { 'aria-label': switchName(name, channel) })}
      checked={!isOff && isTold(name, channel, choices)}
      disabled={isOff}
      onChange={(on) => set([name], channel, on)}
    />
  )
}

/** One channel of every event of a topic whose choice is the person's. */
export const TopicChoice = ({
  about,
  names,
  channel,
  labeled = false,
  of: { choices, off, set },
}: {
  about: string
  names: readonly EventName[]
  channel: Channel
  labeled?: boolean
  of: Controls
}) => {
  const free = names.filter((name) => refuseChoice(name, channel) === null)
  if (free.length === 0) return null
  const isOff = off.includes(channel)
  const on = isOff ? 0 : free.filter((name) => isTold(name, channel, choices)).length
  return (
    <Checkbox
      {...(labeled
        ? { label: channelNames[channel], hint: isOff ? NOT_SET_UP : countWords(countsOf(names, channel, choices)) }
        : { 'aria-label': `${about}, ${channelNames[channel].toLowerCase()}` })}
      checked={on === free.length}
      some={on > 0 && on < free.length}
      disabled={isOff}
      onChange={() => set(free, channel, on < free.length)}
    />
  )
}
