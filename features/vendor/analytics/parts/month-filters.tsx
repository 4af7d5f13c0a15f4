import { useState } from 'react'
import { Field } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { isMonth, MONTHS_SHOWN, monthPlus, runningMonth } from '../rules.ts'

/** How far back the lists of months go; an older month can only be set in the URL. */
const LISTED = 60

/** `Dec 2025`: short, because both ends of a span appear side by side on a phone. */
const named = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** The months in the URL; by default the last twelve. */
export const useMonths = (): { from: string; to: string; running: string } => {
  const [running] = useState(() => runningMonth(Date.now()))
  const [from] = useUrlValue('from')
  const [to] = useUrlValue('to')
  const last = to && isMonth(to) ? to : running
  return { from: from && isMonth(from) ? from : monthPlus(last, 1 - MONTHS_SHOWN), to: last, running }
}

const spansOf = (running: string) => [
  { value: 'year', label: 'Last 12 months', from: monthPlus(running, -11), to: running },
  { value: 'three', label: 'Last 3 years', from: monthPlus(running, -35), to: running },
  { value: 'this', label: 'This year', from: `${running.slice(0, 4)}-01`, to: running },
  {
    value: 'last',
    label: 'Last year',
    from: `${Number(running.slice(0, 4)) - 1}-01`,
    to: `${Number(running.slice(0, 4)) - 1}-12`,
  },
  { value: 'month', label: 'Last month', from: monthPlus(running, -1), to: monthPlus(running, -1) },
]

const Edge = ({ name, value, running }: { name: 'from' | 'to'; value: string; running: string }) => {
  const setUrl = useSetUrl()
  const listed = Array.from({ length: LISTED }, (_, n) => monthPlus(running, -n))
  const months = listed.includes(value) ? listed : [value, ...listed]
  return (
    <Field label={name === 'from' ? 'From' : 'To'} className="w-[calc(50%-0.25rem)] sm:w-44">
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(month) => setUrl({ [name]: month })}
          options={months.map((month) => ({ value: month, label: named.format(Date.parse(`${month}-15`)) }))}
        />
      )}
    </Field>
  )
}

/** Common spans, or a custom range of months. */
export const MonthFilters = () => {
  const { from, to, running } = useMonths()
  const setUrl = useSetUrl()
  const spans = spansOf(running)
  const chosen = spans.find((span) => span.from === from && span.to === to)
  return (
    <>
      <Field label="Period" className="w-44">
        {(control) => (
          <Select
            {...control}
            value={chosen?.value ?? null}
            placeholder="Custom months"
            onChange={(value) => {
              const span = spans.find((one) => one.value === value)
              if (span) setUrl(span.value === 'year' ? { from: null, to: null } : { from: span.from, to: span.to })
            }}
            options={spans}
          />
        )}
      </Field>
      <Edge name="from" value={from} running={running} />
      <Edge name="to" value={to} running={running} />
    </>
  )
}
