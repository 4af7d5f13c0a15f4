import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Facts } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type AuditDetail, readEntry } from '../contract.ts'
import { actionWord, changeWords } from '../rules.words.ts'
import { Changes, traceFacts } from './changes.tsx'
import { actorText, ThingLink } from './entry-words.tsx'

const Entry = ({ entry, zone }: { entry: AuditDetail; zone: string }) => (
  <div className="space-y-5">
    <Facts
      facts={[
        ['Who', actorText(entry)],
        ['What', <ThingLink key="what" item={entry} />],
        ['Change', changeWords[entry.change]],
        ...traceFacts(entry),
      ]}
    />
    <Changes entry={entry} zone={zone} />
  </div>
)

/** One entry whole: before and after side by side, what changed marked. */
export const EntryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const read = useRead(readEntry, { entry: id })
  const { time_zone } = useOrganization()
  const entry = read.data
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={entry ? actionWord(entry.action) : 'Entry'}
      description={entry ? dayAndClock(entry.at, time_zone) : undefined}
    >
      {read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} quiet />
      ) : entry ? (
        <Entry entry={entry} zone={time_zone} />
      ) : (
        <CardSkeleton lines={6} />
      )}
    </Dialog>
  )
}
