import { useState } from 'react'
import { useRead } from '#platform/web/reads.ts'
import type { Option } from '#platform/web/ui/checks.tsx'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { useSetUrl } from '#platform/web/url.ts'
import { getOfficer, listOfficers } from '../contract.ts'
import { apartWords } from '../words.ts'

type Props = {
  /** In the URL. */
  name: string
  label: string
  value: string | undefined
  /** What can be chosen besides officers. */
  others?: readonly Option[]
}

/** A list's filter for one person. Officers are searched for on the server; the selected one stays an option whatever is typed. */
export const OfficerFilter = ({ name, label, value, others = [] }: Props) => {
  const setUrl = useSetUrl()
  const [search, setSearch] = useState('')
  const found = useRead(listOfficers, search ? { search: search.slice(0, 100) } : {}, { keep: true })
  const isOfficer = value !== undefined && others.every((one) => one.value !== value)
  const chosen = useRead(getOfficer, { officer_id: value ?? '' }, { enabled: isOfficer })
  const listed = (found.data?.items ?? []).map((one) => ({ value: one.id, label: one.name, hint: apartWords(one) }))
  const own = chosen.data
    ? { label: chosen.data.name, hint: apartWords(chosen.data) }
    : { label: 'The selected officer', hint: '' }
  const options = [...others, ...listed]
  const missing = isOfficer && options.every((one) => one.value !== value)
  return (
    <Field label={label} className="w-full md:w-48">
      {(control) => (
        <Combobox
          {...control}
          value={value ?? null}
          onChange={(next) => setUrl({ [name]: next })}
          onSearch={(text) => setSearch(options.some((one) => one.label === text) ? '' : text)}
          placeholder="Anyone"
          options={missing ? [{ value, ...own }, ...options] : options}
        />
      )}
    </Field>
  )
}
