import CloudUpload from 'lucide-react/icons/cloud-upload'
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useServerNow } from '#platform/web/clock.ts'
import { useLiveState } from '#platform/web/connection.ts'
import { native } from '#platform/web/native-app.ts'
import { isKept } from '#platform/web/outbox-kept.ts'
import { type Saved, unsentOf, useSaved, useSavedElsewhere } from '#platform/web/outbox-state.ts'
import { useSendsWhen } from '#platform/web/outbox-when.ts'
import { useZone } from '#platform/web/session.ts'
import { clock, shortMoment } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { isPress, sendBy } from './send-by.ts'

type List = ComponentType<ComponentProps<typeof import('./saved-list.tsx').SavedList>>
const fetchList = async (): Promise<List> => (await import('./saved-list.tsx')).SavedList

/** An answer that comes within this time needs no mention. */
const quietFor = 3000

export const sentence = (
  waiting: readonly Saved[],
  refused: number,
  zone: string,
  when: string,
  now: number,
): string => {
  const [first] = waiting
  if (!first) return refused === 1 ? "1 action couldn't be sent." : `${refused} actions couldn't be sent.`
  // What is pressed after it counts only with it.
  const press = waiting.find(isPress)
  const until = press ? sendBy(press, now) : null
  const limit = (subject: string) =>
    until === null ? '' : ` ${subject} counts if it's sent by ${shortMoment(until, zone, now)}.`
  if (waiting.length > 1)
    return `${waiting.length} actions saved on this phone. They'll send ${when}.${limit(press?.what ?? '')}`
  return `${first.what} saved on this phone, ${clock(first.at, zone)}. Sends ${when}.${limit('It')}`
}

/** A private window takes along what waits when it is closed. */
const KeepOpen = ({ count }: { count: number }) => {
  const [kept, setKept] = useState(true)
  useEffect(() => void isKept().then(setKept), [])
  if (kept || native.app) return null
  return <p>If this is a private window, keep it open until {count === 1 ? "it's" : "they're"} sent.</p>
}

/** The server takes an action only in its own department. */
const Elsewhere = ({ count }: { count: number }) => (
  <section
    aria-label="Saved on this phone"
    className="no-print border-b border-warn-line bg-raised px-4 py-2 text-center text-small"
  >
    <p role="status" className="figures">
      {count === 1 ? '1 action' : `${count} actions`} saved on this phone for your other department. Switch departments
      to send {count === 1 ? 'it' : 'them'}.
    </p>
  </section>
)

/** What this person pressed without a connection, and what the server refused of it. Nothing is sent while they aren't approved. */
export const SavedStrip = () => {
  const when = useSendsWhen()
  const saved = unsentOf(useSaved())
  const zone = useZone()
  const now = useServerNow(2000)
  const offline = useLiveState() === 'offline'
  const [open, setOpen] = useState(false)
  const [List, setList] = useState<List | null>(null)
  // Without a connection and without the stored application, the list can't be opened; what is saved stays saved.
  const view = async () => {
    try {
      const list = await fetchList()
      setList(() => list)
      setOpen(true)
    } catch {
      toast.failure(new ApiError(0, { code: navigator.onLine ? 'unreachable' : 'offline' }))
    }
  }
  const waiting = saved.filter((one) => one.refused === null)
  const shown = waiting.filter((one) => offline || Math.abs(now - one.at) > quietFor)
  const refused = saved.length - waiting.length
  const elsewhere = useSavedElsewhere()
  if (shown.length === 0 && refused === 0 && !open) return elsewhere > 0 ? <Elsewhere count={elsewhere} /> : null
  return (
    <>
      {elsewhere > 0 && <Elsewhere count={elsewhere} />}
      <section
        aria-label="Saved on this phone"
        className="no-print flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-warn-line bg-raised px-4 py-2 text-small"
      >
        <p role="status" className="figures flex items-center gap-2">
          <CloudUpload aria-hidden className="size-4 shrink-0 text-warn" />
          {shown.length === 0 && refused === 0 ? 'Nothing is waiting.' : sentence(shown, refused, zone, when, now)}
        </p>
        {shown.length > 0 && <KeepOpen count={shown.length} />}
        <Button size="small" onClick={() => void view()}>
          View
        </Button>
        {open && List && <List saved={saved} now={now} when={when} onClose={() => setOpen(false)} />}
      </section>
    </>
  )
}
