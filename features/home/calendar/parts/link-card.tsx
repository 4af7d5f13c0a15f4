import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { ago, dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState, OfflineMark } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { makeLink, readLink, revokeLink } from '../contract.ts'

type Link = NonNullable<OutputOf<typeof readLink>['link']>
/** A link that this page just made. It exists nowhere else and is gone when the page is left. */
type Made = OutputOf<typeof makeLink> & { at: number }

const copy = async (url: string) => {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Copied', 'Paste the link into your calendar as a subscription.')
  } catch {
    toast.error('Not copied', 'Your browser blocked copying. Select the link and copy it.')
  }
}

const Shown = ({ url }: { url: string }) => (
  <div className="flex flex-col gap-4">
    <Notice tone="warn" title="You'll see this link once">
      Add it to your calendar now. If you lose it, replace it with a new one.
    </Notice>
    <Field label="Your calendar link">
      {(control) => <Input {...control} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />}
    </Field>
    <div className="flex flex-wrap gap-2">
      <Button look="primary" icon={<Copy aria-hidden />} onClick={() => void copy(url)}>
        Copy link
      </Button>
      <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
        <CalendarPlus aria-hidden />
        Open in calendar app
      </a>
    </div>
  </div>
)

const Since = ({ link }: { link: Link }) => {
  const zone = useZone()
  const now = useNow()
  return (
    <p className="figures text-soft">
      On since {dayAndClock(link.created_at, zone, now)}.{' '}
      {link.last_read_at
        ? `Last loaded by a calendar ${ago(link.last_read_at, now)}.`
        : 'No calendar has loaded it yet.'}
    </p>
  )
}

/** What to know before using a link. */
const Facts = () => (
  <ul className="flex list-disc flex-col gap-1.5 pl-5 text-soft">
    <li>Shows your shifts, your requests and your regular tours. Names of other officers are never included.</li>
    <li>Anyone with the link can see your calendar. Don't share it.</li>
    <li>Google Calendar refreshes only every 8 to 24 hours. Check here for late changes.</li>
    <li>To add it to Google Calendar, use a computer and select Other calendars, then From URL.</li>
  </ul>
)

type Asking = 'replace' | 'off' | null

const useLink = () => {
  const read = useRead(readLink, {})
  const make = useWrite(makeLink, { invalidates: [readLink] })
  const revoke = useWrite(revokeLink, { invalidates: [readLink] })
  const [made, setMade] = useState<Made | null>(null)
  const turnOn = async () => setMade({ ...(await make.run({})), at: Date.now() })
  const turnOff = async () => {
    await revoke.run({})
    setMade(null)
    toast.success('Calendar link off', 'Calendars that used it no longer update.')
  }
  const link = read.data?.link ?? null
  // Hidden once the link has been replaced or turned off elsewhere.
  const still =
    made && (link ? Date.parse(link.created_at) <= Date.parse(made.created_at) : read.dataUpdatedAt < made.at)
  return { read, link, url: still ? made.url : null, busy: make.pending, turnOn, turnOff }
}

const Confirms = ({
  asking,
  onClose,
  turnOn,
  turnOff,
}: Pick<ReturnType<typeof useLink>, 'turnOn' | 'turnOff'> & { asking: Asking; onClose: () => void }) => (
  <>
    <Confirm
      open={asking === 'replace'}
      onClose={onClose}
      title="Replace the link? The old one stops working."
      text="Add the new link to every calendar that used the old one."
      action="Replace link"
      back="Keep link"
      onConfirm={turnOn}
    />
    <Confirm
      open={asking === 'off'}
      onClose={onClose}
      title="Turn off the link? Your calendars stop updating."
      text="Shifts already in a calendar may stay there until you remove the subscription."
      action="Turn off"
      back="Keep link"
      onConfirm={turnOff}
    />
  </>
)

/** The officer's own calendar link: off, on, or just made. */
export const CalendarLink = () => {
  const { read, link, url, busy, turnOn, turnOff } = useLink()
  const [asking, setAsking] = useState<Asking>(null)
  if (!read.data)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <CardSkeleton lines={5} />
  const on = link !== null || url !== null
  return (
    <div className="max-w-3xl">
      <Card
        title="Calendar link"
        hint="Your shifts in the calendar on your phone or computer."
        aside={
          <span className="flex flex-wrap gap-2">
            {read.error && <OfflineMark />}
            {on && <Badge tone="ok">On</Badge>}
          </span>
        }
      >
        <div className="flex flex-col gap-4">
          {url && <Shown url={url} />}
          {link && <Since link={link} />}
          <Facts />
          {on ? (
            <div className="flex flex-wrap gap-2">
              <Button busy={busy} onClick={() => setAsking('replace')}>
                Replace link
              </Button>
              <Button look="danger-quiet" onClick={() => setAsking('off')}>
                Turn off
              </Button>
            </div>
          ) : (
            <div>
              <Button look="primary" busy={busy} onClick={() => void turnOn().catch(toast.failure)}>
                Turn on calendar link
              </Button>
            </div>
          )}
        </div>
      </Card>
      <Confirms asking={asking} onClose={() => setAsking(null)} turnOn={turnOn} turnOff={turnOff} />
    </div>
  )
}
