import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Pause from 'lucide-react/icons/pause'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import type { Escalation, Planned } from '../contract.ts'
import { clockWordsOf, stepWords } from '../words.ts'

const icons = { taken: Check, to_come: CircleDashed, paused: Pause, too_late: CircleSlash } as const

const whenWords = (one: Planned, zone: string): string => {
  if (one.state === 'paused') return 'paused'
  if (one.at === null) return ''
  const at = dayAndClock(one.at, zone)
  if (one.state === 'taken') return `done ${at}`
  if (one.state === 'too_late') return `too late to run (due ${at})`
  const quiet = one.waits_for_quiet ? ', when quiet hours end' : ''
  return one.decides_at
    ? `call for volunteers ${at}${quiet}, order-in ${dayAndClock(one.decides_at, zone)}`
    : `${at}${quiet}`
}

/** What was done and what comes next, step by step. */
export const Forecast = ({ of }: { of: Pick<Escalation, 'planned' | 'steps'> }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <ol aria-label="Next steps" className="flex flex-col gap-1.5">
      {of.planned.map((one) => {
        const Icon = icons[one.state]
        const step = of.steps[one.position]
        return (
          <li key={one.position} className={cx('flex items-start gap-2', one.state === 'taken' && 'text-soft')}>
            <Icon
              aria-hidden
              className={cx('mt-1 size-4 shrink-0', one.state === 'taken' ? 'text-ok' : 'text-faint')}
            />
            <span className="min-w-0">
              <span className="font-medium">{stepWords[one.kind].label}</span>{' '}
              <span className="figures">{whenWords(one, zone)}</span>
              {step && (
                <span className="block text-small text-faint wrap-anywhere">
                  {[...(step.units.length > 0 ? [step.units.join(', ')] : []), clockWordsOf(step)].join(' · ')}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
