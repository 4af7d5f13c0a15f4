import type { ReactNode } from 'react'
import type { ApiError } from '#platform/web/api.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'

type Read<Entry> = { data: Entry | undefined; error: ApiError | null; refetch: () => unknown }

/** One entry of an audit in a dialog, under its sentence and its time. */
export const EntryFrame = <Entry extends { action: string; at: string }>({
  read: { data: entry, error, refetch },
  title,
  zone,
  onClose,
  children,
}: {
  read: Read<Entry>
  title: (entry: Entry) => string
  zone: string
  onClose: () => void
  children: (entry: Entry) => ReactNode
}) => (
  <Dialog
    open
    size="wide"
    onClose={onClose}
    title={entry ? title(entry) : 'Entry'}
    description={entry ? dayAndClock(entry.at, zone) : undefined}
  >
    {error ? (
      <ErrorState error={error} retry={() => void refetch()} quiet />
    ) : entry ? (
      <div className="space-y-5">{children(entry)}</div>
    ) : (
      <CardSkeleton lines={6} />
    )}
  </Dialog>
)
