import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type Look = { icon: LucideIcon; box: string; ink: string }

const looks: Record<'info' | 'ok' | 'warn' | 'bad', Look> = {
  info: { icon: Info, box: 'border-info-line bg-info-wash', ink: 'text-info' },
  ok: { icon: CircleCheck, box: 'border-ok-line bg-ok-wash', ink: 'text-ok' },
  warn: { icon: TriangleAlert, box: 'border-warn-line bg-warn-wash', ink: 'text-warn' },
  bad: { icon: CircleAlert, box: 'border-bad-line bg-bad-wash', ink: 'text-bad' },
}

/** A line or two that stay on the page: a banner, a form's problem, a warning. */
export const Notice = ({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: 'info' | 'ok' | 'warn' | 'bad'
  title?: string
  children?: ReactNode
  action?: ReactNode
}) => {
  const { icon: Icon, box, ink } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'note'}
      className={cx('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-ui border px-4 py-3', box)}
    >
      <Icon aria-hidden className={cx('mt-px size-5 shrink-0', ink)} />
      <div className="min-w-[min(12rem,50vw)] flex-1">
        {title && <p className={cx('font-semibold', ink)}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
