import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import { hasFeature } from '#features/people/organizations/rules.features.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import type { FeatureRow, Flag } from '../contract.features.ts'
import { flagsOf } from '../rules.ts'
import { flagWords } from '../words.features.ts'

const isOn = (row: FeatureRow, flag: Flag): boolean => hasFeature(flag, row.subscription_tier, flagsOf({}, row.flags))

/** Whether the organization has the flag, and whether that comes from the plan or an override. Pressing it opens the choice. */
export const FlagCell = ({ row, flag, onOpen }: { row: FeatureRow; flag: Flag; onOpen: () => void }) => {
  const on = isOn(row, flag)
  const set = row.flags[flag] !== 'inherit'
  const Icon = on ? CircleCheck : CircleMinus
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${row.name}, ${flagWords[flag]}: ${on ? 'on' : 'off'}, ${set ? 'set' : 'by plan'}. Change`}
      className={cx(
        '-ml-2 inline-flex min-h-11 items-start gap-1.5 md:items-center rounded-ui border px-2 whitespace-nowrap hover:bg-hover max-md:pt-0.5 md:min-h-8 [&_svg]:size-4 max-md:[&_svg]:mt-1',
        set ? 'border-brand-line bg-brand-wash font-medium text-brand-ink' : 'border-transparent',
        !set && (on ? 'text-ink [&_svg]:text-ok' : 'text-faint'),
      )}
    >
      <Icon aria-hidden />
      {on ? 'On' : 'Off'}
      {set && <span className="text-tiny">set</span>}
    </button>
  )
}
