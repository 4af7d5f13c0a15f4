import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { listForecast } from '#features/shifts/minimum-staffing/contract.ts'
import { MINUTE, plusDays } from '#platform/shared/time.ts'
import { useRead, useReadAhead, useReadPages } from '#platform/web/reads.ts'
import { minimumsByDay } from './client.minimums.ts'
import type { Shown } from './client.ts'
import { readOfficersSchedule, readSchedule, readScheduleMonth } from './contract.ts'
import { sheetOf, stepOf } from './rules.ts'

const byOfficer = ({ view, rows }: Shown) => view === 'week' && rows === 'officer'

/** What the shown view reads. */
export const scheduleInput = ({ view, rows, from, days, filters }: Shown, phone: boolean) => {
  const byUnit = filters.unit !== null || (view === 'week' && rows === 'unit' && !phone)
  return { from, days, ...(byUnit ? { by_unit: 'yes' as const } : {}) }
}
export const officersInput = ({ from, days, filters }: Shown) => ({
  from,
  days,
  ...(filters.unit ? { unit: filters.unit } : {}),
  ...(filters.officer ? { search: filters.officer } : {}),
})
export const monthInput = ({ from, days, filters }: Shown) => ({
  from,
  days,
  ...(filters.kind ? { kind: filters.kind } : {}),
  ...(filters.unfilled ? { unfilled: 'yes' as const } : {}),
})

/**
 * The reads of a view, sent together, and the last complete answer: it stays while the next is on its way. `old` says that it is
 * not the one asked for.
 */
export const useSchedule = (shown: Shown, phone: boolean) => {
  const officers = byOfficer(shown)
  const read = useRead(readSchedule, scheduleInput(shown, phone), {
    keep: true,
    ...(shown.days <= 2 && { every: MINUTE }),
  })
  const list = useReadPages(readOfficersSchedule, officersInput(shown), { keep: true, enabled: officers })
  const { view, rows, from, days, date, filters } = shown
  const schedule = read.isPlaceholderData ? undefined : read.data
  const items = officers && !list.isPlaceholderData ? list.items : undefined
  const total = list.first?.total ?? 0
  const whole = useMemo(
    () =>
      schedule && (items || !officers)
        ? { schedule, officers: items ? { items, total } : null, at: { view, rows, from, days, date, filters } }
        : null,
    [schedule, items, total, officers, view, rows, from, days, date, filters],
  )
  const [held, hold] = useState(whole)
  if (whole !== null && whole !== held) hold(whole)
  const drawn = whole ?? (held?.at.view === view ? held : null)
  const failed = !read.data && read.error ? read : officers && !list.items && list.error ? list : null
  return { drawn, old: drawn !== null && drawn !== whole, failed, list, units: read.data?.units ?? [] }
}

/** Minimum staffing by day, from today on; empty while it loads and where no minimum is set. Live. */
export const useMinimums = ({ from, days, today }: Pick<Shown, 'from' | 'days' | 'today'>) => {
  const read = useRead(listForecast, { after: plusDays(from, -1) }, { enabled: plusDays(from, days) > today })
  const items = read.data?.items
  return useMemo(() => minimumsByDay(items ?? [], today), [items, today])
}

const names: readonly unknown[] = [readSchedule.name, readOfficersSchedule.name, readScheduleMonth.name]

/** Reads the view before or after this one while the pointer or the focus is on its button, once the shown one is there. */
export const useStepAhead = (shown: Shown, phone: boolean) => {
  const ahead = useReadAhead()
  const [step, want] = useState<1 | -1 | null>(null)
  const asked = useRef('')
  const reading = useIsFetching({ predicate: ({ queryKey: [name] }) => names.includes(name) }) > 0
  const { view, date, now, zone, begins } = shown
  useEffect(() => {
    if (step === null || reading) return
    const to = view === 'tonight' ? 'day' : view
    const next = { ...shown, view: to, ...sheetOf(to, { date: stepOf(view, date, step), now, zone, begins }) }
    const key = JSON.stringify([next.from, next.days, next.filters, next.rows, to])
    if (asked.current === key) return
    asked.current = key
    if (to === 'month') return void ahead.one(readScheduleMonth, monthInput(next))
    void ahead.one(readSchedule, scheduleInput(next, phone))
    if (byOfficer(next)) void ahead.pages(readOfficersSchedule, officersInput(next))
  })
  return (to: 1 | -1) => ({
    onPointerEnter: () => want(to),
    onPointerLeave: () => want(null),
    onFocus: () => want(to),
    onBlur: () => want(null),
  })
}
