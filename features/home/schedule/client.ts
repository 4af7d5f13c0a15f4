import { useMemo } from 'react'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { isDate, type WallDate } from '#platform/shared/time.ts'
import { todayIn } from '#platform/shared/when.ts'
import { useNow } from '#platform/web/clock.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useUrlValue } from '#platform/web/url.ts'
import { useWeekBegins } from './client.begin.ts'
import type { Filters, Opens } from './client.rows.ts'
import { type RowKind, rowKinds, sheetOf, type View, views, type WeekBegins } from './rules.ts'

const isDay = (text: string | null): text is WallDate => text !== null && /^(19|20)/.test(text) && isDate(text)

export type Shown = {
  view: View
  rows: RowKind
  date: WallDate
  today: WallDate
  now: number
  zone: string
  from: WallDate
  days: number
  begins: WeekBegins
  filters: Filters
}

/** The state in the URL; unknown values are ignored. `board` is the old name of the week view. */
export const useShown = (): Shown => {
  const [view] = useUrlValue('view')
  const [rows] = useUrlValue('rows')
  const [day] = useUrlValue('day')
  const [week] = useUrlValue('week')
  const [kind] = useUrlValue('kind')
  const [unit] = useUrlValue('unit')
  const [unfilled] = useUrlValue('unfilled')
  const [officer] = useUrlValue('officer')
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const begins = useWeekBegins()
  const today = todayIn(zone, now)
  const chosen = views.find((one) => one === view) ?? 'week'
  const asked = [day, week].find(isDay) ?? today
  const filters = useMemo(
    (): Filters => ({
      kind: assignmentKinds.find((one) => one === kind) ?? null,
      unit: unit?.slice(0, 120) ?? null,
      unfilled: unfilled === 'yes',
      officer: officer?.trim().slice(0, 100) ?? '',
    }),
    [kind, unit, unfilled, officer],
  )
  return {
    view: chosen,
    rows: rowKinds.find((one) => one === rows) ?? 'shift',
    date: asked,
    today,
    now,
    zone,
    ...sheetOf(chosen, { date: asked, now, zone, begins }),
    begins,
    filters,
  }
}

export const opensAt = (opens: Opens): string | null => {
  if (opens === null) return null
  if ('shift' in opens) return paths.adminAssignment(opens.shift)
  if ('requests' in opens) return paths.adminLeaveRequests()
  return 'officer' in opens ? paths.adminOfficer(opens.officer) : paths.adminPlatoon(opens.platoon)
}
