import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Printer from 'lucide-react/icons/printer'
import Search from 'lucide-react/icons/search'
import { type MouseEvent, useEffect, useState } from 'react'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { afterPaint } from '#platform/web/after-paint.ts'
import { useStay } from '#platform/web/stay.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { type Filter, Folded } from '#platform/web/ui/folded.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { useStepAhead } from '../client.reads.ts'
import type { Shown } from '../client.ts'
import { type RowKind, stepOf } from '../rules.ts'
import { FromToday } from './week-begin.tsx'

type Choice<V extends string> = { value: V; label: string }

/** A few options side by side, one of them pressed. */
export const Segments = <V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: V
  options: readonly Choice<V>[]
  onChange: (value: V) => void
}) => (
  <fieldset className="flex min-w-fit flex-1 flex-wrap rounded-ui bg-hover p-0.5 md:min-w-0 md:flex-none md:flex-nowrap">
    <legend className="sr-only">{label}</legend>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className={cx(
          'min-h-10 flex-1 rounded-[calc(var(--radius-ui)-2px)] px-0.5 font-medium whitespace-nowrap md:min-h-8 md:flex-none md:px-2 xl:px-3 [@media(pointer:coarse)]:min-h-11',
          option.value === value
            ? 'bg-raised text-ink shadow-[0_0_0_1px_var(--line-strong)]'
            : 'text-soft hover:text-ink',
        )}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
)

const OfficerSearch = () => {
  const [officer, setOfficer] = useUrlValue('officer')
  const [typed, setTyped] = useState(officer ?? '')
  useEffect(() => {
    if (typed.trim() === (officer ?? '')) return
    const timer = setTimeout(() => setOfficer(typed.trim() || null), 200)
    return () => clearTimeout(timer)
  }, [typed, officer, setOfficer])
  return (
    <div className="min-w-28 flex-1 md:w-28 md:flex-none xl:w-40">
      <InputWith
        type="search"
        aria-label="Find an officer"
        before={<Search aria-hidden />}
        placeholder="Officer"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

const kinds = [
  { value: 'any', label: 'All types' },
  ...assignmentKinds.map((value) => ({ value, label: kindWords[value] })),
]
const steps = {
  week: ['Previous week', 'Next week', 'This week'],
  month: ['Previous month', 'Next month', 'This month'],
} as const
const day = ['Previous day', 'Next day', 'Today'] as const

/** Back, today, on. */
export const Steps = ({ shown, phone }: { shown: Shown; phone: boolean }) => {
  const setUrl = useSetUrl()
  const ahead = useStepAhead(shown, phone)
  const { view, date } = shown
  const [before, after, now] = view === 'week' || view === 'month' ? steps[view] : day
  const stay = useStay()
  const go = (to: string | null) => {
    stay()
    setUrl({ day: to, week: null, open: null, ...(view === 'tonight' ? { view: 'day' } : {}) })
  }
  const step = (by: 1 | -1) => (event: MouseEvent) => {
    const onward = () => go(stepOf(view, date, by))
    // A key (0) acts at once: the next one is meant for the next week.
    if (event.detail === 0) onward()
    else afterPaint(onward)
  }
  return (
    <div className="no-print flex flex-wrap items-center">
      <IconButton {...ahead(-1)} label={before} icon={<ChevronLeft aria-hidden />} onClick={step(-1)} />
      <Button look="quiet" className="max-md:px-2!" onClick={() => go(null)}>
        {now}
      </Button>
      <IconButton {...ahead(1)} label={after} icon={<ChevronRight aria-hidden />} onClick={step(1)} />
      {view === 'week' && <FromToday />}
    </div>
  )
}

type FilterProps = { shown: Shown; units: readonly string[]; phone: boolean }

const KindFilter = ({ kind }: { kind: Shown['filters']['kind'] }) => {
  const setUrl = useSetUrl()
  return (
    <div className="min-w-[calc(50%-0.25rem)] flex-1 md:w-28 md:min-w-28 md:flex-none xl:w-36">
      <Select
        aria-label="Kind"
        value={kind ?? 'any'}
        onChange={(next) => setUrl({ kind: next === 'any' ? null : next })}
        options={kinds}
      />
    </div>
  )
}

const UnitFilter = ({ unit, units }: { unit: string | null; units: readonly string[] }) => {
  const setUrl = useSetUrl()
  return (
    <div className="min-w-[calc(50%-0.25rem)] flex-1 md:w-28 md:min-w-28 md:flex-none xl:w-36">
      <Select
        aria-label="Unit"
        value={unit ?? 'any'}
        onChange={(next) => setUrl({ unit: next === 'any' ? null : next })}
        options={[
          { value: 'any', label: 'All units' },
          ...[...new Set([...units, ...(unit ? [unit] : [])])].map((value) => ({ value, label: value })),
        ]}
      />
    </div>
  )
}

const UnfilledOnly = ({ on }: { on: boolean }) => {
  const setUrl = useSetUrl()
  return (
    <Button look={on ? 'tint' : 'plain'} aria-pressed={on} onClick={() => setUrl({ unfilled: on ? null : 'yes' })}>
      <span>
        Unfilled<span className="sr-only xl:not-sr-only"> only</span>
      </span>
    </Button>
  )
}

/** The filters; by officer, kinds and open spots do not apply. On a phone they are behind a button, so that shifts come first. */
const Filters = ({ shown, units }: Omit<FilterProps, 'phone'>) => {
  const setUrl = useSetUrl()
  const { view, rows, filters } = shown
  const { kind, unit, unfilled, officer } = filters
  const ofShifts = view !== 'week' || rows !== 'officer'
  const anyFilter = kind !== null || unit !== null || unfilled || officer !== ''
  const all: Filter[] = [
    ...(ofShifts ? [{ key: 'unfilled', set: unfilled ? 1 : 0, node: <UnfilledOnly on={unfilled} /> }] : []),
    ...(ofShifts ? [{ key: 'kind', set: kind ? 1 : 0, node: <KindFilter kind={kind} /> }] : []),
    ...(view !== 'month' && units.length > 0
      ? [{ key: 'unit', set: unit ? 1 : 0, node: <UnitFilter unit={unit} units={units} /> }]
      : []),
    ...(view !== 'month'
      ? [{ key: 'officer', set: officer ? 1 : 0, node: <OfficerSearch key={anyFilter ? 'kept' : 'clear'} /> }]
      : []),
  ]
  return (
    <>
      <Folded filters={all} />
      {anyFilter && (
        <Button
          data-clear
          look="quiet"
          onClick={() => setUrl({ kind: null, unit: null, unfilled: null, officer: null })}
        >
          Clear
        </Button>
      )}
    </>
  )
}

const rowChoices = [
  { value: 'shift', label: 'Shift' },
  { value: 'officer', label: 'Officer' },
  { value: 'unit', label: 'Unit' },
] as const
const phoneChoices = [
  { value: 'shift', label: 'By day' },
  { value: 'officer', label: 'By officer' },
] as const

type RowsProps = { rows: RowKind; options: readonly Choice<RowKind>[] }

const Rows = ({ rows, options }: RowsProps) => {
  const setUrl = useSetUrl()
  return (
    <Segments
      label="Rows"
      value={rows}
      options={options}
      onChange={(next) => setUrl({ rows: next === 'shift' ? null : next })}
    />
  )
}

/** A phone's week is a list by day or by officer; it has no list by unit. */
export const PhoneRows = ({ rows }: { rows: RowKind }) => (
  <Rows rows={rows === 'officer' ? rows : 'shift'} options={phoneChoices} />
)

/** What the columns and rows are, and the filters: one row at a desk, and on a phone until the filters are opened. */
export const ScheduleToolbar = ({ shown, units, phone, onPrint }: FilterProps & { onPrint: () => void }) => {
  const setUrl = useSetUrl()
  const { view, rows } = shown
  const week = view === 'week'
  return (
    <search aria-label="Schedule" className="no-print mb-2 flex flex-wrap items-center gap-2">
      <Segments
        label="View"
        value={view === 'tonight' ? 'tonight' : view}
        options={[
          { value: 'week', label: 'Week' },
          { value: 'month', label: 'Month' },
          { value: 'day', label: 'Day' },
          { value: 'tonight', label: 'Tonight' },
        ]}
        onChange={(next) =>
          setUrl({ view: next, open: null, ...(next === 'tonight' ? { day: null, week: null } : {}) })
        }
      />
      {week && !phone && <Rows rows={rows} options={rowChoices} />}
      <Filters shown={shown} units={units} />
      <div className="ml-auto hidden md:block">
        <IconButton label="Print" icon={<Printer aria-hidden />} onClick={onPrint} />
      </div>
    </search>
  )
}
