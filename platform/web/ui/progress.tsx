import { Progress as Base } from '@base-ui/react/progress'

/** Real progress: rows done out of all rows. Without `of` it only shows activity. */
export const Progress = ({
  label,
  done,
  of,
  unit = 'rows',
}: {
  label: string
  done: number
  of: number | null
  unit?: string
}) => (
  <Base.Root
    value={of === null ? null : Math.min(done, of)}
    max={of ?? 100}
    getAriaValueText={() => (of === null ? `${done} ${unit}` : `${done} of ${of} ${unit}`)}
    className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2"
  >
    <Base.Label className="font-medium">{label}</Base.Label>
    <span className="figures text-soft">
      {done.toLocaleString('en-US')}
      {of !== null && ` of ${of.toLocaleString('en-US')}`} {unit}
    </span>
    <Base.Track className="col-span-2 h-2 overflow-hidden rounded-full bg-hover">
      <Base.Indicator className="h-full rounded-full bg-brand transition-[width] duration-150 data-indeterminate:w-1/3 data-indeterminate:animate-[breathe_1.6s_ease-in-out_infinite]" />
    </Base.Track>
  </Base.Root>
)

/** How full something is, as numbers and a bar: confirmed of required. */
export const FillBar = ({ filled, of, label = 'filled' }: { filled: number; of: number; label?: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className="figures whitespace-nowrap">
      <span className="font-medium">{filled}</span>
      <span className="text-faint">/{of}</span>
      <span className="sr-only"> {label}</span>
    </span>
    <svg aria-hidden="true" viewBox="0 0 40 6" className="h-1.5 w-10 shrink-0" preserveAspectRatio="none">
      <rect width="40" height="6" rx="3" className="fill-line" />
      {filled > 0 && (
        <rect
          width={40 * Math.min(1, filled / Math.max(1, of))}
          height="6"
          rx="3"
          className={filled >= of ? 'fill-ok' : 'fill-warn'}
        />
      )}
    </svg>
  </span>
)
