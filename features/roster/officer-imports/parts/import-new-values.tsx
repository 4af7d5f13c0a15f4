import { counted } from '#platform/shared/text.ts'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { NewValue } from '../rules.new-values.ts'

const fieldNames = { unit: 'unit', rank: 'rank' } as const

type Props = { values: readonly NewValue[]; agreed: boolean; onAgree: (agreed: boolean) => void }

/** Units and ranks that the import would add. Those similar to an existing one must be confirmed. */
export const ImportNewValues = ({ values, agreed, onAgree }: Props) => {
  if (values.length === 0) return null
  const asks = values.some(({ nearest }) => nearest !== null)
  return (
    <Notice tone={asks ? 'warn' : 'info'} title="New units and ranks">
      <p>No officer has these yet. The import adds them as they are in the file.</p>
      <ul className="figures my-1.5 flex flex-col gap-0.5">
        {values.map(({ field, value, rows, nearest }) => (
          <li key={`${field} ${value}`}>
            New {fieldNames[field]} <span className="font-medium text-ink">"{value}"</span>, {counted(rows, 'row')}
            {nearest !== null && (
              <>
                . Did you mean <span className="font-medium text-ink">"{nearest}"</span>?
              </>
            )}
          </li>
        ))}
      </ul>
      {asks && <Checkbox checked={agreed} onChange={onAgree} label="Import them as new units and ranks" />}
    </Notice>
  )
}

/** Why the import can't start; null if nothing is left to confirm. */
export const whyNotAgreed = (values: readonly NewValue[], agreed: boolean): string | null =>
  !agreed && values.some(({ nearest }) => nearest !== null)
    ? 'Correct the new units and ranks in the file, or confirm them first.'
    : null
