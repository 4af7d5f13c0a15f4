import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Facts } from '#platform/web/ui/card.tsx'
import { changesIn, sentenceOf } from '../client.sentences.ts'
import { readEntry } from '../contract.ts'
import { actionWord, changeWords } from '../words.ts'
import { Changes, traceFacts } from './changes.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { actorText, ThingLink } from './entry-words.tsx'

/** A complete entry: before and after side by side, changes highlighted. */
export const EntryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const read = useRead(readEntry, { entry: id })
  const { time_zone } = useOrganization()
  return (
    <EntryFrame
      read={read}
      title={(entry) => sentenceOf({ ...entry, ...changesIn(entry) }, time_zone)}
      zone={time_zone}
      onClose={onClose}
    >
      {(entry) => (
        <>
          <Facts
            facts={[
              ['Action', actionWord(entry.action)],
              ['Who', actorText(entry)],
              ['What', <ThingLink key="what" item={entry} />],
              ['Change', changeWords[entry.change]],
              ...traceFacts(entry),
            ]}
          />
          <Changes entry={entry} zone={time_zone} />
        </>
      )}
    </EntryFrame>
  )
}
