import type { OutputOf } from '#platform/shared/endpoint.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { type checkTours, ERRORS_SHOWN } from '../contract.imports.ts'
import { type Mapping, type TourField, tourFields } from '../rules.imports.ts'
import { fieldWords } from '../words.imports.ts'

export type Checked = OutputOf<typeof checkTours>
const none = 'none'
export const many = (n: number): string => n.toLocaleString('en-US')

/** The column for each of the fields. */
export const ImportColumns = ({ checked, onChange }: { checked: Checked; onChange: (mapping: Mapping) => void }) => {
  const mapping = checked.columns.map((column) => column.field)
  const put = (field: TourField, value: string) => {
    const at = value === none ? -1 : Number(value)
    onChange(mapping.map((one, i) => (i === at ? field : one === field ? null : one)))
  }
  const options = checked.columns.map((column, at) => ({
    value: String(at),
    label: column.header || `Column ${at + 1}`,
  }))
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
      {tourFields.map((field) => {
        const at = mapping.indexOf(field)
        return (
          <Field key={field} label={fieldWords[field]} hint={checked.columns[at]?.sample.join(' · ') || 'No values'}>
            {(control) => (
              <Select
                {...control}
                value={at < 0 ? none : String(at)}
                options={[{ value: none, label: 'Choose a column' }, ...options]}
                onChange={(value) => put(field, value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

/** Every invalid cell with its row, column and how to fix it. */
export const ImportErrors = ({ checked }: { checked: Checked }) => (
  <Card
    flush
    title={`${many(checked.counts.error)} ${checked.counts.error === 1 ? 'row' : 'rows'} with errors`}
    hint="Fix them in the file and choose it again. Nothing is imported until all rows are valid."
  >
    <ul aria-label="Errors" className="divide-y divide-line">
      {checked.errors.map((error) => (
        <li
          key={`${error.row} ${error.field} ${error.message}`}
          className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 md:grid-cols-[5rem_12rem_minmax(0,1fr)] md:px-5"
        >
          <span className="figures font-medium">Row {error.row}</span>
          <span className="truncate text-soft">
            {error.column || fieldWords[error.field]}
            {error.value && `: ${error.value}`}
          </span>
          <span className="text-bad">{error.message}</span>
        </li>
      ))}
    </ul>
    {checked.errors.length === ERRORS_SHOWN && (
      <p className="px-4 py-3 text-small text-faint md:px-5">Showing the first {ERRORS_SHOWN}.</p>
    )}
  </Card>
)

export const refusedWords: Readonly<Record<NonNullable<Checked['refused']>, { title: string; text: string }>> = {
  columns_missing: {
    title: 'Missing columns',
    text: 'Choose the columns for badge number, date, tour start and tour end.',
  },
  field_twice: { title: 'Field chosen twice', text: 'Two columns fill the same field. Skip one of them.' },
  no_tours_in_file: { title: 'No tours found', text: 'The file has no tour rows below the header.' },
}

/** Counts of what the import would do. */
export const ImportCounts = ({ checked }: { checked: Checked }) => {
  const { create, unchanged, remove } = checked.counts
  const idle = checked.refused === null && checked.counts.error === 0 && create + remove === 0
  return (
    <>
      {checked.refused && (
        <Notice tone="bad" title={refusedWords[checked.refused].title}>
          {refusedWords[checked.refused].text}
        </Notice>
      )}
      {idle && (
        <Notice title="Nothing to change">Every tour in this file is already imported, so nothing will change.</Notice>
      )}
      <p className="figures text-soft">
        {many(create)} new · {many(remove)} removed · {many(unchanged)} unchanged · {many(checked.rows_total)}{' '}
        {checked.rows_total === 1 ? 'row' : 'rows'} in total
      </p>
    </>
  )
}
