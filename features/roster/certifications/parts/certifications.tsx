import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { day } from '#platform/web/time.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { certificationBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  addCertification,
  type Certification,
  editCertification,
  listCertifications,
  removeCertification,
  verifyCertification,
} from '../contract.ts'
import { CertificationDialog } from './certification-dialog.tsx'

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dateWords = (date: string): string => dates.format(new Date(`${date}T12:00:00Z`))

const leftWords = ({ state, days_left: left }: Certification): string | null => {
  if (left === null || (state !== 'expiring' && state !== 'expired')) return null
  if (left === 0) return 'expires today'
  const days = `${Math.abs(left)} ${Math.abs(left) === 1 ? 'day' : 'days'}`
  return left > 0 ? `${days} left` : `${days} ago`
}

const Remove = ({ one, onClose }: { one: Certification; onClose: () => void }) => {
  const write = useWrite(removeCertification, { invalidates: [listCertifications] })
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Remove ${one.type}?`}
      text="The audit log keeps a record."
      action="Remove"
      onConfirm={async () => {
        await write.run({ id: one.id })
        toast.success('Removed', one.type)
      }}
    />
  )
}

const Verify = ({ one }: { one: Certification }) => {
  const write = useWrite(verifyCertification, { invalidates: [listCertifications] })
  return (
    <Button
      size="small"
      look="primary"
      busy={write.pending}
      aria-label={`Verify ${one.type}`}
      onClick={() =>
        void write
          .run({ id: one.id, version: one.version })
          .then(() => toast.success('Verified', one.type))
          .catch(toast.failure)
      }
    >
      Verify
    </Button>
  )
}

type ListProps = { types: readonly string[]; verifies: boolean }

const State = ({ one }: { one: Certification }) => {
  const left = leftWords(one)
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1.5">
        <StatusBadge of={certificationBadge[one.state]} />
        {!one.verified_at && <Badge tone="hold">Not verified</Badge>}
      </span>
      <span className="figures text-small text-soft">
        {one.expires_on
          ? `${one.state === 'expired' ? 'Expired' : 'Expires'} ${dateWords(one.expires_on)}`
          : "Doesn't expire"}
        {left && `, ${left}`}
      </span>
    </span>
  )
}

const Row = ({ one, types, verifies }: ListProps & { one: Certification }) => {
  const { time_zone: zone } = useOrganization()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-line md:grid-cols-[minmax(0,1fr)_15rem_15rem] md:items-start md:px-5">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{one.type}</span>
        <span className="figures block text-small text-faint">
          {one.number ? `No. ${one.number} · ` : ''}issued {dateWords(one.issued_on)}
        </span>
        <span className="block text-small text-faint">
          {one.verified_at ? `Verified by ${one.verified_by}, ${day(one.verified_at, zone)}` : ''}
        </span>
      </span>
      <State one={one} />
      <span className="no-print flex flex-wrap gap-1 md:justify-end">
        <Needs call={editCertification}>
          {one.may.includes('verify') && <Verify one={one} />}
          {one.may.includes('edit') && (
            <Button size="small" look="quiet" aria-label={`Edit ${one.type}`} onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
          {one.may.includes('remove') && (
            <Button
              size="small"
              look="danger-quiet"
              aria-label={`Remove ${one.type}`}
              onClick={() => setOpen('remove')}
            >
              Remove
            </Button>
          )}
        </Needs>
      </span>
      {open === 'edit' && (
        <CertificationDialog
          officer_id={one.officer_id}
          types={types}
          verifies={verifies}
          certification={one}
          onClose={close}
        />
      )}
      {open === 'remove' && <Remove one={one} onClose={close} />}
    </li>
  )
}

type CertificationsProps = {
  officer_id: string
  /** The officer's own certificates, which they add unverified. */
  own: boolean
  empty: ReactNode
}

/** Certifications of one officer, soonest expiration first. */
export const Certifications = ({ officer_id, own, empty }: CertificationsProps) => {
  const list = useReadPages(listCertifications, { officer_id })
  const [adding, setAdding] = useState(false)
  const { first, items } = list
  if (!first || !items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={4} />
  const add = (
    <Needs call={addCertification}>
      <Button look="primary" wide icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
        Add certification
      </Button>
    </Needs>
  )
  const passed = { types: first.types, verifies: !own }
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title="No certifications yet" text={empty} action={add} />
      ) : (
        <>
          <div className="no-print mb-4">{add}</div>
          <ul aria-label="Certifications" className="divide-y divide-line rounded-ui border border-line bg-surface">
            {items.map((one) => (
              <Row key={one.id} one={one} {...passed} />
            ))}
          </ul>
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={items.length}
            noun="certifications"
          />
        </>
      )}
      {adding && <CertificationDialog officer_id={officer_id} {...passed} onClose={() => setAdding(false)} />}
    </>
  )
}
