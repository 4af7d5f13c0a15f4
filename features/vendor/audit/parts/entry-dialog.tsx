import { changesIn, sentenceOf } from '#features/department/audit/client.sentences.ts'
import { Changes, traceFacts } from '#features/department/audit/parts/changes.tsx'
import { EntryFrame } from '#features/department/audit/parts/entry-frame.tsx'
import { actionWord, changeWords } from '#features/department/audit/words.ts'
import { useRead } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { Facts } from '#platform/web/ui/card.tsx'
import { readVendorEntry, type VendorEntryDetail } from '../contract.ts'
import { actorText, OrganizationLink, ThingLink } from './entry-words.tsx'

const Entry = ({ entry, zone }: { entry: VendorEntryDetail; zone: string }) => (
  <>
    <Facts
      facts={[
        ['Action', actionWord(entry.action)],
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
      <p className="text-soft">Previous and new values appear only in the organization's audit log.</p>
    )}
  </>
)

/** One change by the vendor's staff in full: before and after side by side, as far as the vendor may see it. */
export const EntryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const read = useRead(readVendorEntry, { entry: id })
  const zone = useZone()
  return (
    <EntryFrame
      read={read}
      title={(entry) => sentenceOf({ ...entry, ...changesIn(entry) }, zone)}
      zone={zone}
      onClose={onClose}
    >
      {(entry) => <Entry entry={entry} zone={zone} />}
    </EntryFrame>
  )
}
