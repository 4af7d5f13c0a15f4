import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Everyone } from '../client.bulk.ts'
import { approveOfficers, type OfficerItem } from '../contract.ts'
import { type BulkKind, bulkKinds, MOST_AT_ONCE } from '../rules.bulk.ts'
import { bulkWords } from '../words.bulk.ts'
import { BulkDialog } from './bulk-dialog.tsx'

const BulkApprove = ({ ids, onDone }: { ids: string[]; onDone: () => void }) => {
  const approve = useWrite(approveOfficers)
  const run = async () => {
    const { approved, left_out, claiming } = await approve.run({ officer_ids: ids })
    toast.success(
      `${approved} approved`,
      claiming > 0
        ? `${claiming} may already be on the roster. Review each one.`
        : left_out > 0
          ? `${left_out} no longer needed a decision.`
          : "They'll be notified by email.",
    )
    onDone()
  }
  return (
    <Button
      look="primary"
      size="small"
      busy={approve.pending}
      why={
        ids.length === 0
          ? 'None of the selected officers needs approval.'
          : ids.length > 200
            ? 'Select at most 200 officers.'
            : null
      }
      onClick={() => void run().catch(toast.failure)}
    >
      Approve {ids.length > 0 ? ids.length : ''}
    </Button>
  )
}

type Props = { rows: readonly OfficerItem[]; everyone: Everyone | null; onDone: () => void }

/** What can be done with the selected officers: registrations are approved, everything else is previewed first. */
export const BulkActions = ({ rows, everyone, onDone }: Props) => {
  const [kind, setKind] = useState<BulkKind | null>(null)
  const waiting = everyone ? [] : rows.filter((row) => row.standing === 'pending').map((row) => row.id)
  const tooMany = !everyone && rows.length > MOST_AT_ONCE
  return (
    <>
      {waiting.length > 0 && <BulkApprove ids={waiting} onDone={onDone} />}
      <Menu
        trigger={
          <Button size="small" why={tooMany ? `Select at most ${MOST_AT_ONCE} officers, or all that match.` : null}>
            Edit {(everyone?.count ?? rows.length).toLocaleString('en-US')} <ChevronDown aria-hidden />
          </Button>
        }
      >
        {bulkKinds.map((one) => (
          <MenuItem key={one} onPick={() => setKind(one)} danger={one === 'suspend'}>
            {bulkWords[one].menu}
          </MenuItem>
        ))}
      </Menu>
      {kind && <BulkDialog kind={kind} whom={everyone ?? rows} onClose={() => setKind(null)} onDone={onDone} />}
    </>
  )
}
