import { type ReactNode, useState } from 'react'
import { usePhone } from '#platform/web/phone.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetChoice, useSetChoices, useSettings } from '../client.settings.ts'
import type { Channel } from '../rules.choices.ts'
import { abouts, concerns, type EventName, eventNames, eventOf } from '../rules.ts'
import type { Controls } from './choice-controls.tsx'
import { ChoiceSections } from './choice-sections.tsx'
import { ChoiceTable } from './choice-table.tsx'
import { QuietHoursCard } from './quiet-hours.tsx'

/** Channels that reach nobody yet, and what is missing. */
export type Off = { channels: readonly Channel[]; missing: readonly string[] }
const nothingOff: Off = { channels: [], missing: [] }

type Stored = readonly { event: string; channel: Channel; on: boolean }[]
type Press = { events: readonly EventName[]; channel: Channel; on: boolean; saved?: true }

/** Keeps the pressed state until the choices are read again, or the server refuses it. */
const useChoices = (stored: Stored) => {
  const one = useSetChoice()
  const several = useSetChoices()
  const [pressed, setPressed] = useState<readonly Press[]>([])
  const [read, setRead] = useState(stored)
  if (read !== stored) {
    setRead(stored)
    setPressed((all) => all.filter(({ saved }) => !saved))
  }
  const choices: Record<string, Partial<Record<Channel, boolean>>> = {}
  const now = pressed.flatMap(({ events, channel, on }) => events.map((event) => ({ event, channel, on })))
  for (const { event, channel, on } of [...stored, ...now]) choices[event] = { ...choices[event], [channel]: on }
  const set: Controls['set'] = (events, channel, on) => {
    const press: Press = { events, channel, on }
    const become = (next: Press[]) => setPressed((all) => all.flatMap((other) => (other === press ? next : other)))
    const [event] = events
    const saving =
      events.length === 1 && event ? one.run({ event, channel, on }) : several.run({ events: [...events], channel, on })
    setPressed((all) => [...all, press])
    void saving.then(
      () => become([{ ...press, saved: true }]),
      (failure) => {
        become([])
        toast.failure(failure)
      },
    )
  }
  return { choices, set }
}

const ChoiceCard = ({ stored, off }: { stored: Stored; off: Off }) => {
  const { officer } = useSignedIn()
  const phone = usePhone()
  const of = { ...useChoices(stored), off: off.channels }
  const mine = eventNames.filter((name) => concerns(name, officer?.role ?? 'officer'))
  const topics = abouts
    .map((about) => ({ about, names: mine.filter((name) => eventOf(name).about === about) }))
    .filter(({ names }) => names.length > 0)
  return (
    <Card
      flush
      title="Notifications"
      hint="Choose what you're notified about and how. Changes to your shifts always appear in the app, and order-ins use every channel you set up."
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
      {phone ? <ChoiceSections topics={topics} of={of} /> : <ChoiceTable topics={topics} of={of} />}
    </Card>
  )
}

/** The tab "Notifications" of the user's own page. */
export const NotificationChoices = ({ beside, off = nothingOff }: { beside?: ReactNode; off?: Off }) => {
  const read = useSettings()
  if (read.data)
    return (
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <ChoiceCard stored={read.data.choices} off={off} />
        <div className="flex min-w-0 flex-col gap-5">
          {beside}
          <QuietHoursCard settings={read.data} />
        </div>
      </div>
    )
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return <CardSkeleton lines={8} />
}
