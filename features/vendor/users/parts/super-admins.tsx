import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { ConfirmWithProof, useProofField } from '#features/people/factors/parts/proof-field.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { ago } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addSuperAdmin, deactivateSuperAdmin, listSuperAdmins, listUsers, type SuperAdmin } from '../contract.ts'

const reads = [listSuperAdmins, listUsers] as const

const stateOf = (one: SuperAdmin) => {
  if (!one.active) return <Badge>Deactivated</Badge>
  return one.user_id === null ? <Badge tone="warn">Invited</Badge> : <Badge tone="ok">Active</Badge>
}

const addressOf = (one: SuperAdmin) => (one.own ? `${one.email} (you)` : one.email)

const columnsAt = (now: number): readonly Column<SuperAdmin>[] => [
  {
    id: 'name',
    head: 'Name',
    fixed: true,
    phone: 'title',
    cell: (one) =>
      one.user_id ? <TextLink to={paths.superAdminUser(one.user_id)}>{one.name ?? one.email}</TextLink> : one.email,
  },
  { id: 'email', head: 'Email', phone: 'line', card: addressOf, className: 'break-all', cell: addressOf },
  {
    id: 'seen',
    head: 'Last active',
    cell: (one) => (one.last_seen_at ? ago(one.last_seen_at, now) : <span className="text-faint">Never</span>),
  },
  { id: 'state', head: 'Status', phone: 'badge', cell: stateOf },
]

/** Adds a super admin, or restores a removed one. */
const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useContractForm(addSuperAdmin, { email: '', reason: '' })
  const add = useWrite(addSuperAdmin, { invalidates: reads })
  const proof = useProofField('Send invitation')
  return (
    <FormDialog
      form={form}
      title="Add a super admin"
      description="Super admins manage all organizations. The invitation works for 72 hours; a second factor is set up at first sign-in."
      action="Send invitation"
      onSubmit={(values) => proof.proved(() => add.run(values))}
      onDone={() => toast.success('Invitation sent')}
      onClose={onClose}
    >
      <TextField form={form} name="email" label="Email" type="email" autoComplete="off" inputMode="email" />
      <TextareaField form={form} name="reason" label="Reason" hint="Kept in the vendor's audit log." rows={2} />
      {proof.field}
    </FormDialog>
  )
}

const Deactivate = ({ one, onClose }: { one: SuperAdmin; onClose: () => void }) => {
  const run = useWrite(deactivateSuperAdmin, { invalidates: reads })
  return (
    <ConfirmWithProof
      open
      onClose={onClose}
      title={`Deactivate ${one.name ?? one.email}?`}
      text="They lose vendor access right away and are notified by email. Their account and organization roles are unchanged."
      reasonHint="Kept in the vendor's audit log."
      action="Deactivate"
      onConfirm={async (reason) => {
        await run.run({ id: one.id, reason })
        toast.success('Deactivated')
      }}
    />
  )
}

export const SuperAdmins = () => {
  const list = useReadPages(listSuperAdmins, {})
  const now = useNow()
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<SuperAdmin | null>(null)
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  if (!list.items) return <TableSkeleton columns={4} />
  return (
    <>
      <div className="my-3">
        <Button icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
          Add a super admin
        </Button>
      </div>
      <DataTable
        label="Super admins"
        columns={columnsAt(now)}
        rows={list.items}
        rowKey={(one) => one.id}
        rowName={(one) => one.email}
        actions={(one) =>
          one.active && (
            <Button
              size="small"
              look="danger-quiet"
              why={one.own ? 'This is your own account. Ask another super admin.' : null}
              onClick={() => setLeaving(one)}
            >
              Deactivate
            </Button>
          )
        }
      />
      {list.more && (
        <LoadMore
          more
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="super admins"
        />
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {leaving && <Deactivate one={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
