import { plainDateWords } from '#platform/shared/time.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import type { ForceList, ForceRow } from '../contract.ts'
import { ordersWords } from './passed-over.tsx'

const countWords = (row: ForceRow): string =>
  row.credit > 0 ? `${ordersWords(row.count)}, including ${row.credit} credited on joining` : ordersWords(row.count)

export const exemptWords = (exempt: NonNullable<ForceRow['exempt']>): string =>
  `${exempt.reason}${exempt.ends_on === null ? '' : `, until ${plainDateWords(exempt.ends_on)}`}`

/** `Patrol A · Hired Mar 3, 2014`: the hire date decides between equals. */
const aboutWords = ({ unit, hired_on }: ForceRow): string =>
  [unit, hired_on && `Hired ${plainDateWords(hired_on)}`].filter(Boolean).join(' · ')

/** The list as everybody on it sees it. */
export const ForceRows = ({ rows, label }: { rows: readonly ForceRow[]; label: string }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {rows.map((row) => (
        <li
          key={row.position}
          className={cx('grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 px-4 py-2.5 md:px-5', row.own && 'bg-hover')}
        >
          <span className="figures pt-px text-right text-faint">{row.position}</span>
          <span className="min-w-0 md:grid md:grid-cols-[minmax(0,1fr)_12rem_10rem] md:gap-x-4">
            <span className="block min-w-0 font-medium wrap-anywhere">
              {row.own ? 'You' : (row.name ?? 'Officer')}{' '}
              <span className="figures font-normal text-faint">{row.badge_number}</span>
              <span className="figures block text-small font-normal text-faint">{aboutWords(row)}</span>
              {row.exempt && (
                <span className="mt-0.5 block text-small font-normal">
                  <Badge tone="hold">Exempt</Badge> <span className="text-soft">{exemptWords(row.exempt)}</span>
                </span>
              )}
            </span>
            <span className="figures text-small md:text-ui">{countWords(row)}</span>
            <span className="text-small text-faint">
              <span className="md:hidden"> · </span>
              {row.last_ordered_at === null ? 'Never ordered in' : `Last ${day(row.last_ordered_at, zone)}`}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The order of the list, in one line. */
export const orderWords = (list: Pick<ForceList, 'settings' | 'counted_from'>): string => {
  const since = list.counted_from === null ? 'All orders' : `Orders since ${plainDateWords(list.counted_from)}`
  return `${since}: fewest first, then longest since the last order, then least senior, then badge number.`
}
