import { useState } from 'react'
import { plainDateWords } from '#platform/shared/time.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dateValue } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type ExemptionRow, endExemption, exemptOfficer, listExemptions, listForce } from '../contract.ts'

/** Exempts an officer from being ordered in for a time. */
export const ExemptDialog = ({ officer, onClose }: { officer: { id: string; name: string }; onClose: () => void }) => {
  const { time_zone: zone } = useOrganization()
  const form = useContractForm(exemptOfficer, {
    officer_id: officer.id,
    reason: '',
    starts_on: dateValue(Date.now(), zone),
    ends_on: '',
  })
  const save = useWrite(exemptOfficer, { invalidates: [listForce, listExemptions] })
  return (
    <FormDialog
      form={form}
      title={`Add exemption for ${officer.name}`}
      description="The officer keeps their position on the list but is skipped during the exemption."
      action="Add exemption"
      onSubmit={save.run}
      onDone={() => toast.success('Exemption added', officer.name)}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="reason"
        label="Reason"
        maxLength={200}
        hint="Everyone on the list can read this. Leave out private details such as illness."
      />
      <div className="grid gap-4 md:grid-cols-2">
        <DateField form={form} name="starts_on" label="From" />
        <DateField form={form} name="ends_on" label="Until" optional hint="Last day of the exemption." />
      </div>
    </FormDialog>
  )
}

const stateWords = { now: 'Active', later: 'Upcoming', over: 'Ended' } as const
const tones = { now: 'hold', later: 'info', over: 'plain' } as const

const Row = ({ one }: { one: ExemptionRow }) => {
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const ending = useWrite(endExemption, { invalidates: [listExemptions, listForce] })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {one.name} <span className="figures font-normal text-faint">{one.badge_number}</span>{' '}
          <Badge tone={tones[one.state]}>{stateWords[one.state]}</Badge>
        </p>
        <p className="text-small wrap-anywhere">{one.reason}</p>
        <p className="text-small text-faint">
          {plainDateWords(one.starts_on)}{' '}
          {one.ends_on === null ? 'until further notice' : `to ${plainDateWords(one.ends_on)}`}
          {one.created_by && `, by ${one.created_by}`}
        </p>
      </div>
      {one.state !== 'over' && may(endExemption) && (
        <Button
          size="small"
          aria-label={`End ${one.name}'s exemption`}
          why={one.own ? 'Another admin must decide this' : null}
          onClick={() => setAsking(true)}
        >
          End
        </Button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`End ${one.name}'s exemption?`}
        text="Starting today, this officer can be ordered in."
        action="End exemption"
        onConfirm={async () => {
          await ending.run({ id: one.id })
          toast.success('Exemption ended', one.name)
        }}
      />
    </li>
  )
}

export const ExemptionList = () => {
  const list = useReadPages(listExemptions, {})
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={4} />
  if (list.items.length === 0)
    return <EmptyState title="No exemptions" text="Exempt officers keep their position on the list but are skipped." />
  return (
    <>
      <ul aria-label="Exemptions" className="divide-y divide-line rounded-ui border border-line bg-surface">
        {list.items.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={list.items.length}
        noun="exemptions"
      />
    </>
  )
}
