import { type ReactNode, useState } from 'react'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetChoice, useSettings } from '../client.settings.ts'
import { type Channel, type Choices, isTold, refuseChoice, settingOf } from '../rules.choices.ts'
import { abouts, concerns, type EventName, eventNames, eventOf } from '../rules.ts'
import { QuietHoursCard } from './quiet-hours.tsx'

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: 'app', label: 'In the app' },
  { channel: 'mail', label: 'Email' },
  { channel: 'push', label: 'Push' },
  { channel: 'text', label: 'Text' },
  { channel: 'call', label: 'Call' },
]

/** On a phone, the channels of an event stand below its words. */
const narrow = 'max-md:grid max-md:grid-cols-5'

/** Channels that reach nobody yet, and what is missing. */
export type Off = { channels: readonly Channel[]; missing: readonly string[] }
const nothingOff: Off = { channels: [], missing: [] }

type Set = (event: EventName, channel: Channel, on: boolean) => void

const Cell = ({
  name,
  channel,
  label,
  choices,
  off,
  set,
}: {
  name: EventName
  channel: Channel
  label: string
  choices: Choices
  off: boolean
  set: Set
}) => {
  const setting = settingOf(name, channel)
  if (setting === 'never') return <span className="text-small text-faint">Never</span>
  // Text instead of a switch for settings that cannot be changed: a switch that does nothing would confuse.
  if (refuseChoice(name, channel)) return <span className="text-small text-faint">Always</span>
  return (
    <Switch
      aria-label={`${eventOf(name).words}, ${label.toLowerCase()}`}
      checked={!off && isTold(name, channel, choices)}
      disabled={off}
      onChange={(on) => set(name, channel, on)}
    />
  )
}

const About = ({
  about,
  names,
  choices,
  off,
  set,
}: {
  about: string
  names: readonly EventName[]
  choices: Choices
  off: Off['channels']
  set: Set
}) => (
  <tbody className="[&>tr>*]:border-t [&>tr>*]:border-line">
    <tr>
      <th
        scope="colgroup"
        colSpan={channels.length + 1}
        className="px-4 pt-4 pb-1.5 text-left text-small font-semibold text-faint md:px-5"
      >
        {about}
      </th>
    </tr>
    {names.map((name) => (
      <tr key={name} className={narrow}>
        <th scope="row" className="py-2 pr-3 pl-4 text-left font-normal max-md:col-span-5 max-md:pb-0 md:pl-5">
          {eventOf(name).words}
        </th>
        {channels.map(({ channel, label }) => (
          <td
            key={channel}
            className="h-12 align-middle max-md:flex max-md:items-center max-md:border-t-0! max-md:pl-4 md:w-20 md:pr-5 md:text-right"
          >
            <span className="inline-flex justify-end">
              <Cell
                name={name}
                channel={channel}
                label={label}
                choices={choices}
                off={off.includes(channel)}
                set={set}
              />
            </span>
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

/** Keeps the pressed state until the server responds. */
const useChoices = (stored: Stored) => {
  const saving = useSetChoice()
  const [pressed, setPressed] = useState<readonly { event: string; channel: Channel; on: boolean }[]>([])
  const choices: Record<string, Partial<Record<Channel, boolean>>> = {}
  for (const { event, channel, on } of [...stored, ...pressed]) choices[event] = { ...choices[event], [channel]: on }
  const set: Set = (event, channel, on) => {
    const one = { event, channel, on }
    setPressed((all) => [...all, one])
    void saving
      .run(one)
      .catch(toast.failure)
      .finally(() => setPressed((all) => all.filter((other) => other !== one)))
  }
  return { choices, set }
}

type Stored = readonly { event: string; channel: Channel; on: boolean }[]
const Table = ({ stored, off }: { stored: Stored; off: Off }) => {
  const { officer } = useSignedIn()
  const { choices, set } = useChoices(stored)
  const mine = eventNames.filter((name) => concerns(name, officer?.role ?? 'officer'))
  return (
    <Card
      flush
      title="Notifications"
      hint="Choose what you're notified about and how. Changes to your shifts always appear in the app, and orders use every channel you set up."
    >
      {off.missing.length > 0 && (
        <div className="border-b border-line p-4 md:px-5">
          <Notice tone="warn">
            {off.missing.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Notice>
        </div>
      )}
      {/* A switch that is reached by keyboard stays clear of the header and of the sticky row. */}
      <table className="w-full [&_[role=switch]]:scroll-mt-[calc(var(--under-header)+env(safe-area-inset-top)+6rem)]">
        <caption className="sr-only">Events and notification channels</caption>
        {/* In the native app, the header is below the phone's status bar. */}
        <thead className="sticky top-[calc(var(--under-header)+env(safe-area-inset-top))] z-5 bg-surface text-small text-faint shadow-[0_1px_0_var(--line)]">
          <tr className={cx(narrow, 'bg-surface')}>
            <th scope="col" className="py-2 pl-4 text-left font-medium max-md:sr-only md:pl-5">
              What
            </th>
            {channels.map(({ channel, label }) => (
              <th
                key={channel}
                scope="col"
                className="py-2 font-medium max-md:pl-4 max-md:text-left md:pr-5 md:text-right"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {abouts.map((about) => {
          const names = mine.filter((name) => eventOf(name).about === about)
          return names.length === 0 ? null : (
            <About key={about} about={about} names={names} choices={choices} off={off.channels} set={set} />
          )
        })}
      </table>
    </Card>
  )
}

/** The tab "Notifications" of the user's own page. */
export const NotificationChoices = ({ beside, off = nothingOff }: { beside?: ReactNode; off?: Off }) => {
  const read = useSettings()
  if (read.data)
    return (
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Table stored={read.data.choices} off={off} />
        <div className="flex min-w-0 flex-col gap-5">
          {beside}
          <QuietHoursCard settings={read.data} />
        </div>
      </div>
    )
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return <CardSkeleton lines={8} />
}
