import { fieldWords } from '#features/roster/officers/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { Select } from '#platform/web/ui/select.tsx'
import type { checkImport } from '../contract.ts'
import { type ImportField, importFields } from '../rules.mapping.ts'

type Column = OutputOf<typeof checkImport>['columns'][number]
const leftOut = 'left_out'
const options = [
  { value: leftOut, label: 'Skip' },
  ...importFields.map((field) => ({ value: field, label: fieldWords[field] })),
]
const fieldOf = (value: string): ImportField | null => importFields.find((field) => field === value) ?? null

/** The field for each column, with sample values. */
export const ImportMapping = ({
  columns,
  mapping,
  onChange,
}: {
  columns: readonly Column[]
  mapping: readonly (ImportField | null)[]
  onChange: (mapping: (ImportField | null)[]) => void
}) => (
  <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
    {columns.map((column, at) => (
      <li
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header; their places tell them apart
        key={at}
        className="flex min-w-0 flex-col gap-2 rounded-ui border border-line bg-raised p-3"
      >
        <p className="truncate font-medium">{column.header || <span className="text-faint">Column {at + 1}</span>}</p>
        <p className="truncate text-small text-faint">{column.sample.join(' · ') || 'No values'}</p>
        <Select
          aria-label={`Field for column ${column.header || at + 1}`}
          value={mapping[at] ?? leftOut}
          options={options}
          onChange={(value) => onChange(mapping.map((field, i) => (i === at ? fieldOf(value) : field)))}
        />
      </li>
    ))}
  </ul>
)
