import type { Currency } from '#platform/shared/money.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** One currency at a time: amounts in different currencies are never added. Hidden if there is only one. */
export const CurrencyChoice = ({ chosen, listed }: { chosen: Currency; listed: readonly Currency[] }) => {
  const [, choose] = useUrlValue('currency')
  if (listed.length < 2) return null
  return (
    <Field label="Currency" className="w-28">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={(next) => choose(next)}
          options={listed.map((value) => ({ value, label: value }))}
        />
      )}
    </Field>
  )
}
