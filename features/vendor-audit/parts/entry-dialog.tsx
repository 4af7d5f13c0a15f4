import { Changes, traceFacts } from '#features/audit/parts/changes.tsx'
import { actionWord, changeWords } from '#features/audit/rules.words.ts'
import { useRead } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Facts } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readVendorEntry, type VendorEntryDetail } from '../contract.ts'
import { actorText, OrganizationLink, ThingLink } from './entry-words.tsx'

const Entry = ({ entry, zone }: { entry: VendorEntryDetail; zone: string }) => (
  <div className="space-y-5">
    <Facts
      facts={[
        ['Who', actorText(entry)],
        ['Organization', <OrganizationLink key="organization" of={entry.organization} />],
        ['What', <ThingLink key="what" item={entry} />],
        ...(entry.change ? [['Change', changeWords[entry.change]] as [string, string]] : []),
        ...traceFacts(entry),
      ]}
    />
    {entry.change ? (
      <Changes entry={{ ...entry, change: entry.change }} zone={zone} />
    ) : (
      <p className="text-soft">What was there before and after stands in the department’s own audit log alone.</p>
    )}
  </div>
)

/** One change of the vendor's staff whole: before and after side by side, as far as it is the vendor's to see. */
export const EntryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data: entry, error, refetch } = useRead(readVendorEntry, { entry: id })
  const zone = useZone()
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={entry ? actionWord(entry.action) : 'Entry'}
      description={entry ? dayAndClock(entry.at, zone) : undefined}
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} quiet />
      ) : entry ? (
        <Entry entry={entry} zone={zone} />
      ) : (
        <CardSkeleton lines={6} />
      )}
    </Dialog>
  )
}
