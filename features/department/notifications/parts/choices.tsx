import { type ReactNode, useState } from 'react'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
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

type Set = (event: EventName, channel: Channel, on: boolean) => void

const Cell = ({
  name,
  channel,
  label,
  choices,
  set,
}: {
  name: EventName
  channel: Channel
  label: string
  choices: Choices
  set: Set
}) => {
  const setting = settingOf(name, channel)
  if (setting === 'never') return <span className="text-small text-faint">Never</span>
  // Text instead of a switch for settings that cannot be changed: a switch that does nothing would confuse.
  if (refuseChoice(name, channel)) return <span className="text-small text-faint">Always</span>
  return (
    <Switch
      aria-label={`${eventOf(name).words}, ${label.toLowerCase()}`}
      checked={isTold(name, channel, choices)}
      onChange={(on) => set(name, channel, on)}
    />
  )
}

const About = ({
  about,
  names,
  choices,
  set,
}: {
  about: string
  names: readonly EventName[]
  choices: Choices
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
              <Cell name={name} channel={channel} label={label} choices={choices} set={set} />
            </span>
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

/** Keeps the pressed state until the server responds. */
const useChoices = (stored: readonly { event: string; channel: Channel; on: boolean }[]) => {
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

const Table = ({ stored }: { stored: readonly { event: string; channel: Channel; on: boolean }[] }) => {
  const { officer } = useSignedIn()
  const { choices, set } = useChoices(stored)
  const mine = eventNames.filter((name) => concerns(name, officer?.role ?? 'officer'))
  return (
    <Card
      flush
      title="Notifications"
      hint="Choose what you're notified about and how. Changes to your shifts always appear in the app, and orders use every channel you set up."
    >
      <table className="w-full">
        <caption className="sr-only">Events and notification channels</caption>
        <thead className="text-small text-faint">
          <tr className={narrow}>
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
            <About key={about} about={about} names={names} choices={choices} set={set} />
          )
        })}
      </table>
    </Card>
  )
}

/** The tab "Notifications" of the user's own page. */
export const NotificationChoices = ({ beside }: { beside?: ReactNode }) => {
  const read = useSettings()
  if (read.data)
    return (
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Table stored={read.data.choices} />
        <div className="flex min-w-0 flex-col gap-5">
          {beside}
          <QuietHoursCard settings={read.data} />
        </div>
      </div>
    )
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return <CardSkeleton lines={8} />
}
