import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { DraftDialog } from '#features/vendor/invoices/parts/draft-dialog.tsx'
import { InvoiceList } from '#features/vendor/invoices/parts/invoice-list.tsx'
import { PaymentDialog } from '#features/vendor/invoices/parts/payment-dialog.tsx'
import { PaymentList } from '#features/vendor/invoices/parts/payment-list.tsx'
import { Statement } from '#features/vendor/invoices/parts/statement.tsx'
import { type Currency, moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useGo, usePathPart } from '#platform/web/url.ts'
import { type Account, readAccount } from '../contract.ts'
import { ContractCard } from '../parts/contract-card.tsx'
import { AddContract } from '../parts/contract-dialogs.tsx'
import { DetailsForm } from '../parts/details-form.tsx'
import { TaskNotice } from '../parts/task-notice.tsx'

const hintOf = (account: Account): string => {
  const open = account.open.map(({ cents, currency }) => moneyWords(cents, currency)).join(' and ')
  const credit = account.unallocated.map(({ cents, currency }) => moneyWords(cents, currency)).join(' and ')
  return [open ? `${open} open.` : 'No open balance.', credit ? `${credit} unapplied credit.` : ''].join(' ').trim()
}

const Contracts = ({ account }: { account: Account }) => {
  const [adding, setAdding] = useState(false)
  const organization_id = account.customer.id
  const add = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      New contract
    </Button>
  )
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {account.contracts.length === 0 ? (
        <EmptyState
          title="No contract yet"
          text="An annual contract sets the yearly price and drafts invoices automatically."
          action={add}
        />
      ) : (
        <>
          <div>{add}</div>
          {account.contracts.map((contract) => (
            <ContractCard
              key={contract.id}
              organization_id={organization_id}
              today={account.today}
              contract={contract}
            />
          ))}
        </>
      )}
      {adding && (
        <AddContract
          organization_id={organization_id}
          today={account.today}
          officers={account.officers}
          after={account.contracts[0]}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

const Acts = ({ account, currency }: { account: Account; currency: Currency }) => {
  const [open, setOpen] = useState<'invoice' | 'payment' | null>(null)
  const go = useGo()
  const organization_id = account.customer.id
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('invoice')}>New invoice</Button>
      <Button look="primary" onClick={() => setOpen('payment')}>
        Record payment
      </Button>
      {open === 'invoice' && (
        <DraftDialog
          organization_id={organization_id}
          currency={currency}
          onClose={close}
          onMade={(id) => go(paths.superAdminInvoice(organization_id, id))}
        />
      )}
      {open === 'payment' && (
        <PaymentDialog organization_id={organization_id} currency={currency} today={account.today} onClose={close} />
      )}
    </>
  )
}

/** `/super-admin/billing/{orgId}` */
export default function BillingAccount() {
  const organization_id = usePathPart('orgId')
  const { data: account, error, refetch } = useRead(readAccount, { organization_id })
  if (!account)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <>
        <PageHeader title="Billing" />
        <CardSkeleton lines={6} />
      </>
    )
  const currency = account.contracts[0]?.currency ?? 'USD'
  const { today } = account
  return (
    <>
      <PageHeader
        title={account.customer.name}
        before={<TextLink to={paths.superAdminBilling({ tab: 'customers' })}>Billing</TextLink>}
        beside={account.customer.state === 'active' ? undefined : <Badge tone="warn">{account.customer.state}</Badge>}
        hint={hintOf(account)}
        actions={<Acts account={account} currency={currency} />}
      />
      {account.tasks.length > 0 && (
        <div className="mb-5 flex flex-col gap-3">
          {account.tasks.map((task) => (
            <TaskNotice key={task.id} account={account} task={task} />
          ))}
        </div>
      )}
      <Tabs
        label="Customer billing"
        tabs={[
          { value: 'contracts', label: 'Contracts', content: <Contracts account={account} /> },
          { value: 'invoices', label: 'Invoices', content: <InvoiceList organization_id={organization_id} /> },
          {
            value: 'payments',
            label: 'Payments',
            content: <PaymentList organization_id={organization_id} today={today} />,
          },
          {
            value: 'statement',
            label: 'Statement',
            content: <Statement organization_id={organization_id} currency={currency} today={today} />,
          },
          {
            value: 'details',
            label: 'Details',
            content: <DetailsForm key={account.customer.id} account={account} />,
          },
        ]}
      />
    </>
  )
}
