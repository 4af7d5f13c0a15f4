import { useState } from 'react'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetChoice, useSettings } from '../client.ts'
import {
  abouts,
  type Channel,
  type Choices,
  concerns,
  type EventName,
  eventNames,
  eventOf,
  isTold,
  refuseChoice,
} from '../rules.ts'
import { QuietHoursCard } from './quiet-hours.tsx'

const channels: readonly { channel: Channel; label: string }[] = [
  { channel: 'app', label: 'In the app' },
  { channel: 'mail', label: 'By mail' },
]

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
  const setting = eventOf(name)[channel]
  if (setting === 'never') return <span className="text-small text-faint">Never</span>
  // What cannot be changed is said in words: a switch that does nothing would be a riddle.
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
        colSpan={3}
        className="px-4 pt-4 pb-1.5 text-left text-small font-semibold text-faint md:px-5"
      >
        {about}
      </th>
    </tr>
    {names.map((name) => (
      <tr key={name}>
        <th scope="row" className="py-2 pr-3 pl-4 text-left font-normal md:pl-5">
          {eventOf(name).words}
        </th>
        {channels.map(({ channel, label }) => (
          <td key={channel} className="h-12 w-20 pr-4 text-right align-middle md:w-28 md:pr-5">
            <span className="inline-flex justify-end">
              <Cell name={name} channel={channel} label={label} choices={choices} set={set} />
            </span>
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)

/** What is pressed holds until the server has answered. */
const useChoices = (stored: readonly { event: string; channel: Channel; on: boolean }[]) => {
  const saving = useSetChoice()
  const [pressed, setPressed] = useState<readonly { event: string; channel: Channel; on: boolean }[]>([])
  const choices: Record<string, { app?: boolean; mail?: boolean }> = {}
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
      hint="What you are told, and how. What changes your shifts is always told in the app."
    >
      <table className="w-full">
        <caption className="sr-only">Events and how you are told of them</caption>
        <thead className="text-small text-faint">
          <tr>
            <th scope="col" className="py-2 pl-4 text-left font-medium md:pl-5">
              What
            </th>
            {channels.map(({ channel, label }) => (
              <th key={channel} scope="col" className="py-2 pr-4 text-right font-medium md:pr-5">
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

/** The tab "Notifications" of one's own page. */
export const NotificationChoices = () => {
  const read = useSettings()
  if (read.data)
    return (
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <Table stored={read.data.choices} />
        <QuietHoursCard settings={read.data} />
      </div>
    )
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return <CardSkeleton lines={8} />
}
