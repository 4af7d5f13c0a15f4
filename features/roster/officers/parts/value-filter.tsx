import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { useRosterValues } from '../client.values.ts'

const words = { unit: 'Unit', rank: 'Rank' } as const
const lists = { unit: 'units', rank: 'ranks' } as const

/** Narrows a list to a unit or rank of the roster; kept in the URL under its name. */
export const ValueFilter = ({ name }: { name: 'unit' | 'rank' }) => {
  const [value, setValue] = useUrlValue(name)
  const values = useRosterValues()
  const options = values[lists[name]]
  const known = value === null || options.some((one) => one.value === value)
  return (
    <Field label={words[name]} className="w-full md:w-36">
      {(control) => (
        <Combobox
          {...control}
          value={value}
          onChange={setValue}
          options={known ? options : [...options, { value, label: value }]}
          placeholder="Any"
        />
      )}
    </Field>
  )
}
