import { useState } from 'react'
import { listOfficers } from '#features/roster/officers/contract.ts'
import { apartWords } from '#features/roster/officers/words.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Combobox } from '#platform/web/ui/combobox.tsx'
import type { FieldControl } from '#platform/web/ui/field.tsx'

/** Picks an active officer by name, badge or unit. */
export const PickOfficer = ({
  control,
  value,
  onChange,
}: {
  control: FieldControl
  value: string | null
  onChange: (officer_id: string | null) => void
}) => {
  const [search, setSearch] = useState('')
  const found = useReadPages(
    listOfficers,
    { standing: 'approved', ...(search.trim() ? { search: search.trim().slice(0, 100) } : {}) },
    { keep: true },
  )
  const options = (found.items ?? []).map((one) => ({
    value: one.id,
    label: one.name,
    hint: apartWords(one),
  }))
  return (
    <Combobox
      {...control}
      value={value}
      options={options}
      placeholder="Name, badge or unit"
      onSearch={setSearch}
      onChange={onChange}
      empty={found.isPending ? 'Searching…' : 'No active officer found.'}
    />
  )
}
