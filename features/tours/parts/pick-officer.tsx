import { useState } from 'react'
import { listOfficers } from '#features/officers/contract.ts'
import { useReadPages } from '#platform/web/reads.ts'
import type { FieldControl } from '#platform/web/ui/field.tsx'
import { Combobox } from '#platform/web/ui/select.tsx'

/** An approved officer, found by name, badge or unit as one types. */
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
    hint: [one.badge_number, one.rank, one.unit].filter(Boolean).join(' · '),
  }))
  return (
    <Combobox
      {...control}
      value={value}
      options={options}
      placeholder="Name, badge or unit"
      onSearch={setSearch}
      onChange={onChange}
      empty={found.isPending ? 'Searching …' : 'No approved officer found.'}
    />
  )
}
