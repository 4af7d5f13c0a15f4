import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { officerHours } from '../contract.ts'

type Hours = OutputOf<typeof officerHours>
const monthNames = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthName = (month: string) => monthNames.format(new Date(`${month}-15`))
const sum = (hours: Hours, key: 'shifts' | 'scheduled_minutes' | 'worked_minutes' | 'extra_minutes') =>
  hours.months.reduce((all, month) => all + month[key], 0)

const Figure = ({ minutes, strong = false }: { minutes: number; strong?: boolean }) => (
  <td className={`figures py-1.5 pl-4 text-right whitespace-nowrap ${strong ? 'font-medium' : ''}`}>
    {minutes === 0 ? <span className="text-faint">–</span> : duration(minutes)}
  </td>
)

/** Hours by month with figures; the bar shows approved and extra hours. */
const Months = ({ hours }: { hours: Hours }) => {
  const most = Math.max(1, ...hours.months.map((one) => one.worked_minutes + one.extra_minutes))
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">Hours for {hours.year} by month</caption>
        <thead>
          <tr className="text-small text-faint">
            <th scope="col" className="py-1 text-left font-normal">
              Month
            </th>
            <td aria-hidden="true" className="w-1/3 max-md:hidden" />
            <th scope="col" className="py-1 pl-4 text-right font-normal max-md:hidden">
              Scheduled
            </th>
            <th scope="col" className="py-1 pl-4 text-right font-normal">
              Approved
            </th>
            <th scope="col" className="py-1 pl-4 text-right font-normal">
              Extra time
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {hours.months.map((one) => (
            <tr key={one.month}>
              <th scope="row" className="py-1.5 text-left font-normal">
                {monthName(one.month)}
              </th>
              <td aria-hidden="true" className="max-md:hidden">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2.5 w-full">
                  <title>{monthName(one.month)}</title>
                  <rect width={(100 * one.worked_minutes) / most} height="8" className="fill-brand" />
                  <rect
                    x={(100 * one.worked_minutes) / most}
                    width={(100 * one.extra_minutes) / most}
                    height="8"
                    className="fill-info"
                  />
                </svg>
              </td>
              <td className="figures py-1.5 pl-4 text-right whitespace-nowrap text-soft max-md:hidden">
                {one.scheduled_minutes === 0 ? '–' : duration(one.scheduled_minutes)}
              </td>
              <Figure minutes={one.worked_minutes} strong />
              <Figure minutes={one.extra_minutes} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** An officer's hours by month and by year, if the plan includes officer statistics. */
export const OfficerHours = ({ officer_id }: { officer_id: string }) => {
  const [year, setYear] = useState<number | null>(null)
  const read = useRead(officerHours, { officer_id, ...(year ? { year } : {}) }, { keep: true })
  const hours = read.data
  if (!hours)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <CardSkeleton lines={8} />
  const years = [...new Set([hours.year, ...hours.years.map((one) => one.year)])].sort((a, b) => b - a)
  return (
    <>
      <Toolbar label="Year">
        <Field label="Year" className="w-32">
          {(control) => (
            <Select
              {...control}
              value={String(hours.year)}
              onChange={(value) => setYear(Number(value))}
              options={years.map((one) => ({ value: String(one), label: String(one) }))}
            />
          )}
        </Field>
      </Toolbar>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(16rem,1fr)]">
        <Card title={`By month, ${hours.year}`} hint="By shift start, in the department's time zone.">
          <Months hours={hours} />
        </Card>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={`${hours.year} total`}>
            <Facts
              facts={[
                ['Shifts', String(sum(hours, 'shifts'))],
                ['Scheduled', duration(sum(hours, 'scheduled_minutes'))],
                ['Approved', duration(sum(hours, 'worked_minutes'))],
                ['Extra time', duration(sum(hours, 'extra_minutes'))],
                ['Called off', String(hours.called_off)],
                ['No-shows', String(hours.no_shows)],
              ]}
            />
          </Card>
          {hours.years.length > 0 && (
            <Card title="By year" hint="Approved hours and extra time">
              <Facts
                facts={hours.years.map((one) => [
                  String(one.year),
                  <span key={one.year} className="figures">
                    {duration(one.worked_minutes)}
                    {one.extra_minutes > 0 && <span className="text-soft"> + {duration(one.extra_minutes)}</span>}
                  </span>,
                ])}
              />
            </Card>
          )}
        </div>
      </div>
    </>
  )
}
