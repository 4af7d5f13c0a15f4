import { useState } from 'react'
import { OfficerFilter } from '#features/roster/officers/parts/officer-filter.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { plusDays } from '#platform/shared/time.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { ChoiceFilter } from '#platform/web/ui/filter-bar.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { dateOrNull, idOrNull, useSetUrl, useUrlValue } from '#platform/web/url.ts'
import type { readReport } from '../contract.ts'
import {
  groupsOf,
  kindsOf,
  metricsOf,
  periodOf,
  REPORT_DAYS,
  type ReportGroup,
  type ReportName,
  reportNames,
} from '../rules.ts'
import { groupWords, NO_UNIT, reportKindWords } from '../words.ts'

export type Filters = Omit<InputOf<typeof readReport>, 'after' | 'limit'> & {
  group: ReportGroup
  from: string
  to: string
}

/** The filters are stored in the URL; values unknown to the report are ignored. */
export const useFilters = (): Filters => {
  const [name] = useUrlValue('report')
  const [group] = useUrlValue('group')
  const [kind] = useUrlValue('kind')
  const [unit] = useUrlValue('unit')
  const officer_id = idOrNull(useUrlValue('officer')[0])
  const from = dateOrNull(useUrlValue('from')[0])
  const to = dateOrNull(useUrlValue('to')[0])
  const [sort] = useUrlValue('sort')
  const { time_zone } = useOrganization()
  const [today] = useState(() => dateValue(Date.now(), time_zone))
  const report = reportNames.find((one) => one === name) ?? 'hours'
  const groups = groupsOf[report]
  const last = to ?? today
  const people = report !== 'fill'
  const sorts = ['label', ...metricsOf[report].map((metric) => metric.name)]
  return {
    report,
    group: groups.find((one) => one === group) ?? groups[0] ?? 'officer',
    from: from ?? plusDays(last, 1 - REPORT_DAYS),
    to: last,
    ...(kind && kindsOf(report).includes(kind) ? { kind } : {}),
    ...(people && unit !== null ? { unit: unit === '-' ? '' : unit } : {}),
    ...(people && officer_id ? { officer_id } : {}),
    ...(sort && sorts.includes(sort.replace(/^-/, '')) ? { sort } : {}),
  }
}

const any = { value: 'any', label: 'Any' }

/** Common date ranges, from one day to another. */
const spansOf = (today: string) => {
  const month = periodOf('month', today)
  const lastMonth = periodOf('month', plusDays(month, -1))
  const week = periodOf('week', today)
  return [
    { value: 'days', label: 'Last 30 days', from: plusDays(today, 1 - REPORT_DAYS), to: today },
    { value: 'week', label: 'Last week', from: plusDays(week, -7), to: plusDays(week, -1) },
    { value: 'month', label: 'This month', from: month, to: today },
    { value: 'last', label: 'Last month', from: lastMonth, to: plusDays(month, -1) },
    { value: 'year', label: 'This year', from: `${today.slice(0, 4)}-01-01`, to: today },
  ]
}

const Span = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  const { time_zone } = useOrganization()
  const spans = spansOf(dateValue(Date.now(), time_zone))
  const chosen = spans.find(({ from, to }) => from === filters.from && to === filters.to)
  return (
    <Field label="Period" className="w-36">
      {(control) => (
        <Select
          {...control}
          value={chosen?.value ?? null}
          placeholder="Custom dates"
          onChange={(value) => {
            const span = spans.find((one) => one.value === value)
            if (span) setUrl({ from: span.from, to: span.to })
          }}
          options={spans}
        />
      )}
    </Field>
  )
}

const kindOptions = (report: ReportName) => {
  const words: Readonly<Record<string, string>> = reportKindWords
  return [any, ...kindsOf(report).map((value) => ({ value, label: words[value] ?? value }))]
}

const UnitFilter = ({ unit, units }: { unit: string | undefined; units: readonly string[] }) => {
  const setUrl = useSetUrl()
  // URL value for officers without a unit, because an empty value clears the filter.
  const chosen = unit === '' ? '-' : (unit ?? 'any')
  const known = unit && !units.includes(unit) ? [...units, unit] : units
  return (
    <Field label="Unit" className="w-36">
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={(value) => setUrl({ unit: value === 'any' ? null : value })}
          options={[any, ...known.map((value) => ({ value, label: value })), { value: '-', label: NO_UNIT }]}
        />
      )}
    </Field>
  )
}

const GroupFilter = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  return (
    <Field label="By" className="w-28">
      {(control) => (
        <Select
          {...control}
          value={filters.group}
          onChange={(group) => setUrl({ group, sort: null })}
          options={groupsOf[filters.report].map((value) => ({ value, label: groupWords[value] }))}
        />
      )}
    </Field>
  )
}

const none = { from: null, to: null, kind: null, unit: null, officer: null, sort: null }

/** What doesn't fit beside the grouping is collapsed, on a phone everything. */
export const ReportFilters = ({
  filters,
  units,
  problem,
}: {
  filters: Filters
  units: readonly string[]
  problem: string | null
}) => {
  const setUrl = useSetUrl()
  const people = filters.report !== 'fill'
  const [chosenFrom] = useUrlValue('from')
  const [chosenTo] = useUrlValue('to')
  const count = (all: readonly unknown[]) => all.filter((one) => one != null).length
  const more = count([filters.kind, filters.unit, filters.officer_id])
  const dates = count([chosenFrom, chosenTo])
  const ofPeople = [
    { key: 'unit', set: count([filters.unit]), node: <UnitFilter unit={filters.unit} units={units} /> },
    {
      key: 'officer',
      set: count([filters.officer_id]),
      node: <OfficerFilter name="officer" label="Officer" value={filters.officer_id} />,
    },
  ]
  return (
    <Toolbar label="Filter report">
      <GroupFilter filters={filters} />
      <Folded
        shown={problem !== null}
        filters={[
          { key: 'span', set: 0, node: <Span filters={filters} /> },
          { key: 'dates', set: dates, node: <UrlDates from={filters.from} to={filters.to} problem={problem} /> },
          {
            key: 'kind',
            set: count([filters.kind]),
            node: <ChoiceFilter name="kind" label="Type" options={kindOptions(filters.report)} className="w-36" />,
          },
          ...(people ? ofPeople : []),
        ]}
      />
      {more + dates > 0 && (
        <Button data-clear look="quiet" onClick={() => setUrl(none)}>
          Clear
        </Button>
      )}
    </Toolbar>
  )
}
