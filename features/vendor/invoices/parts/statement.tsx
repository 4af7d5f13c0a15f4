import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { type Currency, currencies, moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { isDate, plainDateWords, plusMonths } from '#platform/shared/time.ts'
import { call } from '#platform/web/api.ts'
import { useRead } from '#platform/web/reads.ts'
import { bytesOf, keepFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { ChoiceFilter, useChoice } from '#platform/web/ui/filter-bar.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { exportStatement, readStatement, readStatementDocument } from '../contract.payments.ts'
import { statementWords } from '../rules.payments.ts'

type Entry = OutputOf<typeof readStatement>['entries'][number]
const columnsFor = (organization_id: string, currency: Currency): Column<Entry>[] => [
  {
    id: 'on',
    head: 'Date',
    cell: (row) => <span className="figures whitespace-nowrap">{plainDateWords(row.on)}</span>,
  },
  {
    id: 'entry',
    head: 'Entry',
    fixed: true,
    phone: 'title',
    cell: (row) =>
      row.kind === 'invoice' || row.kind === 'credit_note' ? (
        <TextLink to={paths.superAdminInvoice(organization_id, row.id)}>
          {statementWords[row.kind]} {row.reference}
        </TextLink>
      ) : (
        <span className="wrap-anywhere">
          {statementWords[row.kind]} {row.reference}
        </span>
      ),
  },
  { id: 'amount', head: 'Amount', align: 'right', cell: (row) => moneyWords(row.amount_cents, currency) },
  { id: 'balance', head: 'Balance', align: 'right', cell: (row) => moneyWords(row.balance_cents, currency) },
]

/** The version for the customer: the statement as a PDF. */
const PdfButton = ({ ask }: { ask: InputOf<typeof readStatementDocument> }) => {
  const [busy, setBusy] = useState(false)
  const fetch = async () => {
    setBusy(true)
    try {
      const file = await call(readStatementDocument, ask, {})
      await keepFile(new Blob([bytesOf(file.pdf)], { type: 'application/pdf' }), file.file_name)
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} icon={<Download aria-hidden />} onClick={() => void fetch()}>
      PDF
    </Button>
  )
}

const useDay = (name: string, fallback: string) => {
  const [typed, set] = useUrlValue(name)
  return [typed && isDate(typed) ? typed : fallback, set] as const
}

/** The account of one customer: the opening balance, each entry with the balance after it, and the closing balance. */
export const Statement = ({
  organization_id,
  currency: own,
  today,
}: {
  organization_id: string
  currency: Currency
  today: string
}) => {
  const currency = useChoice('in', [own, ...currencies.filter((one) => one !== own)])
  const [from, setFrom] = useDay('from', plusMonths(today, -12))
  const [to, setTo] = useDay('to', today)
  const ask = { organization_id, currency, from, to }
  const { data, error, refetch } = useRead(readStatement, ask, { keep: true })
  return (
    <>
      <Toolbar label="Statement">
        <Field label="From">
          {(control) => <DateInput {...control} value={from} onChange={(e) => setFrom(e.target.value || null)} />}
        </Field>
        <Field label="To">
          {(control) => <DateInput {...control} value={to} onChange={(e) => setTo(e.target.value || null)} />}
        </Field>
        <ChoiceFilter
          name="in"
          label="Currency"
          className="w-32"
          options={[own, ...currencies.filter((one) => one !== own)].map((value) => ({ value, label: value }))}
        />
        <ExportMenu endpoint={exportStatement} input={ask} />
        <PdfButton ask={ask} />
      </Toolbar>
      {!data ? (
        error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <TableSkeleton />
        )
      ) : (
        <>
          <p className="figures mb-2 flex flex-wrap justify-between gap-x-6">
            <span>Opening balance: {moneyWords(data.opening_cents, currency)}</span>
            <span className="font-semibold">
              Balance on {plainDateWords(to)}: {moneyWords(data.closing_cents, currency)}
            </span>
          </p>
          <DataTable
            label="Statement"
            columns={columnsFor(organization_id, currency)}
            rows={data.entries}
            rowKey={(row) => `${row.kind}${row.id}`}
            rowName={(row) => `${statementWords[row.kind]} ${row.reference}`}
            empty={<EmptyState title="No entries" text="No invoices or payments in this period." />}
          />
        </>
      )}
    </>
  )
}
