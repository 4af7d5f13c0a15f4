import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { listMerges, type OfficerMerge, undoMerge } from '../contract.merges.ts'
import { OnDuty } from './on-duty.tsx'

type MergedProps = { one: OfficerMerge; officerId: string; name: string }
const Merged = ({ one, officerId, name }: MergedProps) => {
  const { time_zone } = useOrganization()
  const [asking, setAsking] = useState(false)
  const undo = useWrite(undoMerge)
  const may = useMay()
  const go = useGo()
  const isClaim = one.kind === 'claim'
  const when = (at: string) => dayAndClock(at, time_zone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-40 flex-1">
        <p>
          {isClaim ? 'Registration of' : 'Merged with'} {one.from_name}
        </p>
        <p className="figures text-small text-faint">
          {one.made_by}, {when(one.made_at)}
          {one.undone_at
            ? ` · undone ${when(one.undone_at)}`
            : one.may_undo
              ? ` · undo until ${when(one.undo_until)}`
              : ''}
        </p>
      </div>
      {one.may_undo && may(undoMerge) && (
        <Button size="small" look="danger-quiet" onClick={() => setAsking(true)}>
          Undo merge
        </Button>
      )}
      {asking && (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title="Undo this merge?"
          text={`${one.from_name} becomes a separate row again. The account, everything merged with it and the officer's sign-ups since then move back to it. ${name} stays on the roster without an account.${isClaim ? " Data saved on the officer's phone can't be sent until the registration is approved again." : ''}`}
          action="Undo merge"
          back="Keep it merged"
          onConfirm={async () => {
            await undo.run({ merge_id: one.id })
            toast.success('Merge undone', one.from_name)
            go(paths.adminOfficers(isClaim ? 'pending' : undefined))
          }}
        >
          {isClaim && <OnDuty officer_id={officerId} />}
        </Confirm>
      )}
    </li>
  )
}

/** Merges into an officer's row; hidden if there are none. */
export const MergesCard = ({ officerId, name }: { officerId: string; name: string }) => {
  const { data } = useRead(listMerges, { officer_id: officerId })
  if (!data || data.items.length === 0) return null
  return (
    <Card title="Merged with the roster">
      <ul className="divide-y divide-line">
        {data.items.map((one) => (
          <Merged key={one.id} one={one} officerId={officerId} name={name} />
        ))}
      </ul>
    </Card>
  )
}
