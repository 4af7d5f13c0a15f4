import { useRead } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { ownStats } from '../contract.stats.ts'

const shortMonths = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthName = (month: string) => shortMonths.format(new Date(`${month}-15`))

/** Hours by month as labeled bars: the table doubles as the chart. */
const Months = ({ months }: { months: readonly { month: string; approved_minutes: number }[] }) => {
  const most = Math.max(1, ...months.map((m) => m.approved_minutes))
  return (
    <table className="w-full">
      <caption className="pb-2 text-left font-medium">Approved hours by month</caption>
      <tbody>
        {months.map(({ month, approved_minutes }) => (
          <tr key={month}>
            <th scope="row" className="w-20 py-0.5 text-left text-small font-normal whitespace-nowrap text-faint">
              {monthName(month)}
            </th>
            <td aria-hidden="true">
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2.5 w-full">
                <title>{monthName(month)}</title>
                <rect width={(100 * approved_minutes) / most} height="8" className="fill-brand" />
              </svg>
            </td>
            <td className="figures w-28 text-right">{duration(approved_minutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The officer's own record; shown only if the department's plan includes officer statistics. */
export const OwnStats = () => {
  const read = useRead(ownStats, {})
  if (!read.data)
    return read.error ? (
      <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
    ) : (
      <CardSkeleton lines={6} />
    )
  const { worked_shifts, approved_minutes, late, called_off, no_shows, months } = read.data
  return (
    <Card title="Statistics" hint="The last 12 months">
      <Facts
        className="mb-5"
        facts={[
          [
            'Shifts worked',
            <span key="shifts" className="figures">
              {worked_shifts}
            </span>,
          ],
          [
            'Approved',
            <span key="hours" className="figures">
              {duration(approved_minutes)}
            </span>,
          ],
          [
            'Late',
            <span key="late" className="figures">
              {late}
            </span>,
          ],
          [
            'Past shifts called off',
            <span key="calloffs" className="figures">
              {called_off}
            </span>,
          ],
          [
            'No-shows',
            <span key="no-shows" className="figures">
              {no_shows}
            </span>,
          ],
        ]}
      />
      <Months months={months} />
    </Card>
  )
}
