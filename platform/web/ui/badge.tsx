import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'info' | 'hold' | 'brand' | 'live'

const tones: Record<Tone, string> = {
  plain: 'border-line bg-hover text-soft',
  ok: 'border-ok-line bg-ok-wash text-ok',
  warn: 'border-warn-line bg-warn-wash text-warn',
  bad: 'border-bad-line bg-bad-wash text-bad',
  info: 'border-info-line bg-info-wash text-info',
  hold: 'border-hold-line bg-hold-wash text-hold',
  brand: 'border-brand-line bg-brand-wash text-brand-ink',
  live: 'border-transparent bg-brand text-on-brand',
}

export const Badge = ({
  tone = 'plain',
  icon,
  children,
  className,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
  className?: string
}) => (
  <span
    className={cx(
      'inline-flex h-6 w-fit items-center gap-1.5 rounded-full border px-2 text-small font-medium whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
      tones[tone],
      className,
    )}
  >
    {icon}
    {children}
  </span>
)

/** A state as word, shape and color. */
export type StatusLook = { word: string; tone: Tone; icon: LucideIcon }

export const StatusBadge = ({ of: { word, tone, icon: Icon }, className }: { of: StatusLook; className?: string }) => (
  <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.25} />} {...(className ? { className } : {})}>
    {word}
  </Badge>
)

/** A count beside a name: `7`, `99+` above 99, and `9+` above 9 in tight spaces (specification section 9). */
export const capped = (count: number, cap: 9 | 99): string => (count > cap ? `${cap}+` : String(count))

export const CountBadge = ({
  count,
  cap = 99,
  label,
  className,
}: {
  count: number
  cap?: 9 | 99
  /** Accessible label, including the number: `3 officers waiting`. */
  label: string
  className?: string
}) =>
  count === 0 ? null : (
    <span
      className={cx(
        'figures inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1.5 text-tiny font-semibold text-on-brand',
        className,
      )}
    >
      <span aria-hidden>{capped(count, cap)}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
