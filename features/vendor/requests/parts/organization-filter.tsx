import { useState } from 'react'
import { findOrganizations } from '#features/vendor/organizations/contract.ts'
import { useRead } from '#platform/web/reads.ts'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** Picks one department by typing; the selection is kept in the URL. */
export const OrganizationFilter = () => {
  const [chosen, choose] = useUrlValue('organization')
  const [typed, setTyped] = useState('')
  const found = useRead(findOrganizations, typed.trim() === '' ? {} : { search: typed.trim().slice(0, 100) }, {
    keep: true,
  })
  const named = useRead(findOrganizations, { id: chosen ?? '' }, { enabled: chosen !== null })
  const all = [...(chosen === null ? [] : (named.data?.items ?? [])), ...(found.data?.items ?? [])]
  const options = [...new Map(all.map((one) => [one.id, one])).values()]
  return (
    <Field label="Organization" className="w-full md:w-56">
      {(control) => (
        <Combobox
          {...control}
          value={chosen}
          placeholder="Any"
          onChange={choose}
          onSearch={setTyped}
          options={options.map((one) => ({ value: one.id, label: one.name, hint: `/${one.subdomain}` }))}
        />
      )}
    </Field>
  )
}
