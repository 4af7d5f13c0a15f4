import { useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useFollowRunning } from '#features/hours/attendance/client.running.ts'
import { HOUR, MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useLiveState } from '#platform/web/connection.ts'
import { useInstallHint } from '#platform/web/install.ts'
import { useKeyboard } from '#platform/web/keyboard.ts'
import { hasLockedOut } from '#platform/web/locked-out.ts'
import { native } from '#platform/web/native-app.ts'
import { drain, refreshSaved, startOutbox } from '#platform/web/outbox.ts'
import { onStorage, storageWorks } from '#platform/web/reads-storage.ts'
import { renewSession, type Session, useZone } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'
import { whenSettled } from '#platform/web/settled.ts'
import { ownerOf } from '#platform/web/stored.ts'
import { followReads, readAtOf } from '#platform/web/stored-reads.ts'
import { clock, dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { zoneNamed } from '#platform/web/zone-note.ts'
import { keepShell, takeNewVersion, useNewVersion } from '../installed.ts'
import { SavedStrip } from './saved.tsx'

// Once, after the first shift; without its file there is none.
const InstallHint = lazy(() => import('./install-hint.tsx').catch(() => ({ default: () => null })))

// For phones that officers share.
const OtherOut = lazy(() => import('./other-out.tsx').catch(() => ({ default: () => null })))

const Strip = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="no-print flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-raised px-4 py-2 text-small"
  >
    {children}
  </section>
)

/** Not offered without a connection: a shift under way goes on in the version that it began in. */
const NewVersion = () => {
  const offline = useLiveState() === 'offline'
  const [busy, setBusy] = useState(false)
  if (!useNewVersion() || offline) return null
  const reload = () => {
    setBusy(true)
    void takeNewVersion()
  }
  return (
    <Strip label="New version">
      <p role="status">New version available.</p>
      <Button size="small" look="primary" icon={<RefreshCw aria-hidden />} busy={busy} onClick={reload}>
        Reload
      </Button>
    </Strip>
  )
}

/** When the shifts on screen were read, as long as the server can't be reached. */
const AsOf = () => {
  const client = useQueryClient()
  const offline = useLiveState() === 'offline'
  const zone = useZone()
  const now = useNow(MINUTE)
  const subscribe = useCallback((told: () => void) => client.getQueryCache().subscribe(told), [client])
  const read = useSyncExternalStore(subscribe, () => readAtOf(client, offline))
  if (read === null) return null
  // By the server's clock, as every other time.
  const at = read + serverNow() - Date.now()
  const when = now - read < 12 * HOUR ? clock(at, zone) : dayAndClock(at, zone, serverNow())
  return (
    <Strip label="Offline">
      <p role="status" className="figures flex items-center gap-2">
        <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
        {navigator.onLine ? "Can't reach the server" : 'No connection'}. Last updated {when}.
      </p>
    </Strip>
  )
}

/** On every screen, once: which clock its times follow, if it is not the device's. */
const OtherZone = () => {
  const zone = useZone()
  const now = useNow(MINUTE)
  const name = zoneNamed(now, zone)
  if (!name) return null
  return (
    <Strip label="Time zone">
      <p role="status" className="flex items-center gap-2">
        <Clock aria-hidden className="size-4 shrink-0 text-faint" />
        Times are in your department's time zone, {name}.
      </p>
    </Strip>
  )
}

/** Only for an approved officer: the note of a running shift is theirs. */
const Running = () => {
  useFollowRunning()
  return null
}

const NoStorage = () => {
  const works = useSyncExternalStore(onStorage, storageWorks)
  const [seen, setSeen] = useState(false)
  if (works || seen) return null
  return (
    <Strip label="Storage">
      <p role="status">
        This browser isn't storing data. Without a connection, you can't see your shifts or save a check-in here.
      </p>
      <Button size="small" onClick={() => setSeen(true)}>
        Dismiss
      </Button>
    </Strip>
  )
}

/** Browsers that never allowed notifications don't load the file. */
const mayReceive = () => native.app?.pushes || ('Notification' in window && Notification.permission === 'granted')
const follow = async (owner: string | null, session: string): Promise<void> => {
  if (owner === null || !mayReceive()) return
  const { followPushes } = await import('#features/department/channels/client.ts')
  await followPushes(owner, session).catch(() => undefined)
}

/** What an officer in the field needs around every screen: the stored application and reads, and what they lack. */
export default function Field({ session }: { session: Session }) {
  const client = useQueryClient()
  // Behind a notice, nothing is sent, and no screen needs what is stored.
  const approved = session.officer?.approved === true && !session.notice
  const owner = ownerOf(session)
  const { ends_at } = session
  const hint = useInstallHint()
  const [locked] = useState(hasLockedOut)
  useKeyboard()
  const live = useLiveState() === 'live'
  useEffect(() => {
    // The next try may be a minute away, and the phone in a pocket by then.
    if (live && !session.notice) void drain()
  }, [live, session.notice])
  useEffect(() => {
    if (!approved) return void refreshSaved()
    // Storing the files must not delay the screen.
    let gone = false
    void whenSettled(client).then(() => {
      if (gone) return
      // Without it, a press can't be saved: it must not have to come over the line that the press is saved for.
      void import('#platform/web/outbox-press.ts').catch(() => undefined)
      void keepShell().then(() => follow(owner, ends_at))
    })
    const stop = followReads(client)
    const stopSending = startOutbox(
      () => {
        toast.sent()
        return client.invalidateQueries()
      },
      () => renewSession(client),
      async () =>
        client
          .getQueryCache()
          .findAll({ fetchStatus: 'fetching' })
          .map((query) => {
            void query.cancel({ silent: true })
            return query.fetch().catch(() => undefined)
          }),
    )
    return () => {
      gone = true
      stop()
      stopSending()
    }
  }, [approved, client, owner, ends_at])
  return (
    <>
      <NewVersion />
      {approved && <AsOf />}
      {approved && <OtherZone />}
      {approved && <Running />}
      <SavedStrip />
      {approved && <NoStorage />}
      <Suspense>{approved && locked && <OtherOut owner={owner} />}</Suspense>
      <Suspense>{approved && hint && <InstallHint way={hint} />}</Suspense>
    </>
  )
}
