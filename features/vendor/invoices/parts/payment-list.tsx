import Banknote from 'lucide-react/icons/banknote'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Undo from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { ChoiceFilter, FilterBar, useChoice, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listPayments, type Payment, paymentStates, reversePayment } from '../contract.payments.ts'
import { listInvoices, readInvoice } from '../contract.ts'
import { creditOf, methodWords } from '../rules.payments.ts'
import { AllocateDialog } from './payment-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const creditIn = (row: Payment): number => creditOf({ ...row, reversed: row.reversed_on !== null })

const Standing = ({ row }: { row: Payment }) => {
  if (row.reversed_on) return <StatusBadge of={{ word: 'Reversed', tone: 'bad', icon: Undo }} />
  return creditIn(row) > 0 ? (
    <StatusBadge of={{ word: 'Unapplied credit', tone: 'hold', icon: CircleDashed }} />
  ) : (
    <StatusBadge of={{ word: 'Used', tone: 'ok', icon: Banknote }} />
  )
}

/** The invoices and refunds a payment was used for, and its reversal. */
const Uses = ({ row }: { row: Payment }) => (
  <span className="flex flex-col">
    {row.allocations.map((one) => (
      <span key={one.invoice_id} className="figures md:whitespace-nowrap">
        <TextLink to={paths.superAdminInvoice(row.customer.id, one.invoice_id)}>{one.number}</TextLink>{' '}
        {moneyWords(one.amount_cents, row.currency)}
      </span>
    ))}
    {row.refunds.map((one) => (
      <span key={one.id} className="text-small text-soft wrap-anywhere">
        <span className="figures">{moneyWords(one.amount_cents, row.currency)}</span> refunded on{' '}
        {plainDateWords(one.refunded_on)}
        {one.credit_note && (
          <>
            {' for '}
            <TextLink to={paths.superAdminInvoice(row.customer.id, one.credit_note.id)}>
              {one.credit_note.number}
            </TextLink>
          </>
        )}
        : {one.reason}
      </span>
    ))}
    {row.reversed_on && (
      <span className="text-small text-faint wrap-anywhere">
        {plainDateWords(row.reversed_on)}: {row.reverse_reason}
      </span>
    )}
  </span>
)

const customerOf = ({ customer }: Payment) => (
  <TextLink to={paths.superAdminBillingAccount(customer.id, 'payments')} className="wrap-anywhere">
    {customer.name}
  </TextLink>
)

const columnsFor = (withCustomer: boolean): Column<Payment>[] => [
  {
    id: 'reference',
    head: 'Payment',
    fixed: true,
    phone: 'title',
    cell: (row) => (
      <span className="wrap-anywhere">
        {methodWords[row.method]} {row.reference}
        {row.note && <span className="block text-small text-faint">{row.note}</span>}
      </span>
    ),
  },
  ...(withCustomer
    ? [
        {
          id: 'customer',
          head: 'Customer',
          cell: customerOf,
          card: customerOf,
          phone: 'line' as const,
        },
      ]
    : []),
  {
    id: 'received',
    head: 'Received',
    phone: 'pair',
    cell: (row) => <span className="figures whitespace-nowrap">{plainDateWords(row.received_on)}</span>,
  },
  {
    id: 'for',
    head: 'For',
    cell: (row) => <Uses row={row} />,
  },
  { id: 'amount', head: 'Amount', align: 'right', cell: (row) => moneyWords(row.amount_cents, row.currency) },
  {
    id: 'left',
    head: 'Credit',
    align: 'right',
    cell: (row) => moneyWords(creditIn(row), row.currency),
  },
  { id: 'state', head: 'Status', phone: 'badge', cell: (row) => <Standing row={row} /> },
]

const Reverse = ({ row, today, onClose }: { row: Payment; today: string; onClose: () => void }) => {
  const form = useContractForm(reversePayment, {
    organization_id: row.customer.id,
    payment_id: row.id,
    reversed_on: today,
    reason: '',
  })
  const reverse = useWrite(reversePayment, { invalidates: [listPayments, listInvoices, readInvoice] })
  return (
    <FormDialog
      form={form}
      title={`Reverse ${methodWords[row.method]} ${row.reference}?`}
      description="Its invoices become unpaid again. The payment stays on record as reversed."
      action="Reverse"
      look="danger"
      back="Keep payment"
      onSubmit={reverse.run}
      onDone={() => toast.success('Reversed')}
      onClose={onClose}
    >
      <DateField form={form} name="reversed_on" label="Reversed on" max={today} />
      <TextareaField form={form} name="reason" label="Reason" maxLength={500} rows={2} />
    </FormDialog>
  )
}

const Actions = ({ row, today }: { row: Payment; today: string }) => {
  const [open, setOpen] = useState<'use' | 'refund' | 'reverse' | null>(null)
  const close = () => setOpen(null)
  if (row.reversed_on) return null
  const name = `${methodWords[row.method]} ${row.reference}`
  return (
    <>
      {creditIn(row) > 0 && (
        <>
          <Button size="small" look="quiet" aria-label={`Use ${name}`} onClick={() => setOpen('use')}>
            Use
          </Button>
          <Button size="small" look="quiet" aria-label={`Refund ${name}`} onClick={() => setOpen('refund')}>
            Refund
          </Button>
        </>
      )}
      <Button
        size="small"
        look="danger-quiet"
        aria-label={`Reverse ${name}`}
        why={row.refunded_cents > 0 ? 'Part of this payment was refunded. Bill the amount owed again.' : null}
        onClick={() => setOpen('reverse')}
      >
        Reverse
      </Button>
      {open === 'use' && <AllocateDialog payment={row} onClose={close} />}
      {open === 'refund' && <RefundDialog row={row} today={today} onClose={close} />}
      {open === 'reverse' && <Reverse row={row} today={today} onClose={close} />}
    </>
  )
}

const stateWords = {
  all: 'All',
  unallocated: 'With credit left',
  refunded: 'With refunds',
  reversed: 'Reversed',
} as const

/** Payments, latest first: of all customers, or of one. */
export const PaymentList = ({ organization_id, today }: { organization_id?: string; today: string }) => {
  const state = useChoice('payments', paymentStates)
  const search = useSearch()
  const filters = { state, ...(search ? { search } : {}), ...(organization_id ? { organization_id } : {}) }
  const list = useReadPages(listPayments, filters, { keep: true })
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <FilterBar label="Filter payments" placeholder="Reference or customer" names={['payments']}>
        <ChoiceFilter
          name="payments"
          label="Status"
          options={paymentStates.map((value) => ({ value, label: stateWords[value] }))}
        />
      </FilterBar>
      <DataTable
        label="Payments"
        columns={columnsFor(!organization_id)}
        rows={list.items}
        rowKey={(row) => row.id}
        rowName={(row) => `${methodWords[row.method]} ${row.reference}`}
        actions={(row) => <Actions row={row} today={today} />}
        empty={
          state !== 'all' || search ? (
            <EmptyState title="No results" text="No payments match these filters." />
          ) : (
            <EmptyState title="No payments yet" text="Record payments on the customer's page." />
          )
        }
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="payments"
        />
      )}
    </>
  )
}
