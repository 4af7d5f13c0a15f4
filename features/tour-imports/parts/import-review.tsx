import type { OutputOf } from '#platform/shared/endpoint.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { type checkTours, ERRORS_SHOWN } from '../contract.ts'
import { type Mapping, type TourField, tourFields } from '../rules.ts'
import { fieldWords } from '../rules.words.ts'

export type Checked = OutputOf<typeof checkTours>
const none = 'none'
export const many = (n: number): string => n.toLocaleString('en-US')

/** Which column fills which of the four. */
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

/** Every wrong cell with its row, column and what to do. */
export const ImportErrors = ({ checked }: { checked: Checked }) => (
  <Card
    flush
    title={`${many(checked.counts.error)} ${checked.counts.error === 1 ? 'row' : 'rows'} with errors`}
    hint="Mend them in the file and choose it again. Nothing is imported while one row is wrong."
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
      <p className="px-4 py-3 text-small text-faint md:px-5">The first {ERRORS_SHOWN} are shown.</p>
    )}
  </Card>
)

export const refusedWords: Readonly<Record<NonNullable<Checked['refused']>, { title: string; text: string }>> = {
  columns_missing: {
    title: 'Columns are missing',
    text: 'Choose the columns with the badge number, the date, and when the tour begins and ends.',
  },
  field_twice: { title: 'Chosen twice', text: 'Two columns fill the same field. Leave one of them out.' },
  no_tours_in_file: { title: 'No tours in it', text: 'Below its header the file has no row of a tour.' },
}

/** What the import would do, in figures. */
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
        <Notice title="Nothing to change">
          Every tour of this file stands already: importing it again changes nothing.
        </Notice>
      )}
      <p className="figures text-soft">
        {many(create)} new · {many(remove)} taken back · {many(unchanged)} unchanged, of {many(checked.rows_total)}{' '}
        {checked.rows_total === 1 ? 'row' : 'rows'}
      </p>
    </>
  )
}
