import { useSetUrl } from '../url.ts'
import { Field } from './field.tsx'
import { DateInput } from './input.tsx'

/** A list's `from` and `to` filters, kept in the URL. */
export const UrlDates = ({
  from,
  to,
  problem = null,
}: {
  from: string | null | undefined
  to: string | null | undefined
  /** Error about the two dates together; shown at the second. */
  problem?: string | null
}) => {
  const setUrl = useSetUrl()
  return (
    <>
      <Field label="From">
        {(control) => (
          <DateInput
            {...control}
            value={from ?? ''}
            max={to ?? undefined}
            onChange={(event) => setUrl({ from: event.target.value || null })}
          />
        )}
      </Field>
      <Field label="To" error={problem}>
        {(control) => (
          <DateInput
            {...control}
            value={to ?? ''}
            min={from ?? undefined}
            onChange={(event) => setUrl({ to: event.target.value || null })}
          />
        )}
      </Field>
    </>
  )
}
