import { useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { removeSaved } from '#platform/web/outbox.ts'
import type { Saved } from '#platform/web/outbox-state.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock, shortMoment } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm, Dialog } from '#platform/web/ui/dialog.tsx'
import { fetchWords, wordsFor } from '#platform/web/words.ts'
import { mayDelete, sendBy } from './send-by.ts'

/** For one that waits: its answer may be on its way. */
const Delete = ({ one, when }: { one: Saved; when: string }) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Delete: ${one.what}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete "${one.what}"?`}
        text={`Saved ${when}. It won't be sent. If it already reached the server, it counts.`}
        action="Delete"
        back="Keep"
        onConfirm={() => removeSaved(one.id)}
      />
    </>
  )
}

const Row = ({ one, now }: { one: Saved; now: number }) => {
  const zone = useZone()
  const [, setKnown] = useState(false)
  const until = sendBy(one, now)
  const code = one.refused?.code ?? one.held
  const { note } = JSON.parse(one.body) as { note?: unknown }
  useEffect(() => {
    if (code) void fetchWords(code).then(() => setKnown(true))
  }, [code])
  const words = one.refused && wordsFor(new ApiError(one.refused.status, one.refused))
  const waitsFor = one.held && wordsFor(new ApiError(409, { code: one.held }))
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{one.what}</p>
        <p className="figures text-small text-soft">{dayAndClock(one.at, zone, now)}</p>
        {typeof note === 'string' && note !== '' && <p className="text-small text-soft">"{note}"</p>}
        {words ? (
          <p className="mt-1 text-small text-warn">
            Not accepted: {words.title}. {words.text}
          </p>
        ) : (
          <p className="mt-1 text-small text-soft">
            {waitsFor ? `Waiting: ${waitsFor.title}. ${waitsFor.text}` : 'Waiting to be sent.'}
            {until !== null && ` It counts if it's sent by ${shortMoment(until, zone, now)}.`}
          </p>
        )}
      </div>
      {words && (
        <Button size="small" aria-label={`Remove: ${one.what}`} onClick={() => void removeSaved(one.id)}>
          Remove
        </Button>
      )}
      {!words && mayDelete(one) && <Delete one={one} when={dayAndClock(one.at, zone, now)} />}
    </li>
  )
}

type Props = { saved: readonly Saved[]; now: number; when: string; onClose: () => void }
export const SavedList = ({ saved, now, when, onClose }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title="Saved on this phone"
    description={`These are sent in this order ${when}, and only from your account.`}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {saved.length === 0 ? (
      <p className="text-soft">Nothing is waiting.</p>
    ) : (
      <ul className="divide-y divide-line">
        {saved.map((one) => (
          <Row key={one.id} one={one} now={now} />
        ))}
      </ul>
    )}
  </Dialog>
)
