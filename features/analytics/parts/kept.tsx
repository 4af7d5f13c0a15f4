import { useNow } from '#platform/web/clock.ts'
import { ago } from '#platform/web/time.ts'

/** How old the figures are at most, said where people would act on them. */
export const Kept = ({ at }: { at: string | null }) => {
  const now = useNow()
  return (
    <p className="mt-3 text-small text-faint">
      {at === null
        ? 'Not every department has been counted yet.'
        : `Every department was counted: ${ago(at, now).toLowerCase()}.`}
    </p>
  )
}
