import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { useBackCloses } from '#platform/web/layers.ts'
import { usePhone } from '#platform/web/phone.ts'
import { clockOf } from '#platform/web/time.ts'
import { CountBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { setGrouping, useGrouping } from '../client.folds.ts'
import { type TimeOfDay, timesOfDay, type Wanted, type Weekday, weekdays } from '../rules.ts'

const ranges = ['7', '14', '30', '60', '90'] as const
const times = Object.keys(timesOfDay) as TimeOfDay[]
const names = ['date', 'weekday', 'time', 'unit', 'kind', 'days'] as const
type Name = (typeof names)[number]

const weekdayWords: Readonly<Record<Weekday, string>> = {
  weekdays: 'Weekdays',
  weekends: 'Weekends',
  '0': 'Sundays',
  '1': 'Mondays',
  '2': 'Tuesdays',
  '3': 'Wednesdays',
  '4': 'Thursdays',
  '5': 'Fridays',
  '6': 'Saturdays',
}
const timeNames: Readonly<Record<TimeOfDay, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
  night: 'Night',
}
const clockAt = (minutes: number) => clockOf(`${String(minutes / 60).padStart(2, '0')}:00`)
/** `Night, 22:00–05:00`; a narrow field breaks the line before the times, not in them. */
const timeWords = (time: TimeOfDay): string => {
  const [from, to] = timesOfDay[time]
  return `${timeNames[time]}, ${clockAt(from)}–\u2060${clockAt(to)}`
}

const isDate = (text: string | null): text is string =>
  text !== null && /^(19|20)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** What the list shows, kept in the address: a link and the way back show the same. */
export const useFilter = () => {
  const [date] = useUrlValue('date')
  const [weekday] = useUrlValue('weekday')
  const [time] = useUrlValue('time')
  const [unit] = useUrlValue('unit')
  const [kind] = useUrlValue('kind')
  const [days] = useUrlValue('days')
  const [show] = useUrlValue('show')
  const [folded] = useUrlValue('others')
  const setUrl = useSetUrl()
  // The same object while the address is unchanged, so that the list isn't redrawn needlessly.
  return useMemo(() => {
    const wanted: Wanted = {
      date: isDate(date) ? date : null,
      weekday: weekdays.find((one) => one === weekday) ?? null,
      time: times.find((one) => one === time) ?? null,
      unit: unit?.slice(0, 120) ?? null,
    }
    const found = {
      wanted,
      kind: assignmentKinds.find((one) => one === kind) ?? null,
      // A date is looked for as far ahead as the list goes.
      days: wanted.date ? '90' : (ranges.find((one) => one === days) ?? '30'),
      mine: show === 'mine',
      others: folded === 'open',
    }
    const set = [wanted.date, wanted.weekday, wanted.time, wanted.unit, found.kind, wanted.date ? null : days].filter(
      Boolean,
    ).length
    return {
      ...found,
      set,
      /** Changes with every change of what is asked for. */
      asked: JSON.stringify([wanted, found.kind, found.days, found.mine]),
      change: (name: Name, value: string | null) => setUrl({ [name]: value }),
      setMine: (mine: boolean) => setUrl({ show: mine ? 'mine' : null }),
      setOthers: (open: boolean) => setUrl({ others: open ? 'open' : null }),
      clear: () => setUrl(Object.fromEntries(names.map((name) => [name, null]))),
    }
  }, [date, weekday, time, unit, kind, days, show, folded, setUrl])
}
export type Filter = ReturnType<typeof useFilter>

const ANY = 'any'
type Choice = {
  name: Name
  label: string
  all: string
  value: string | null
  options: { value: string; label: string }[]
}

const choicesOf = (filter: Filter, units: readonly string[]): Choice[] => [
  {
    name: 'weekday',
    label: 'Weekday',
    all: 'Any day',
    value: filter.wanted.weekday,
    options: weekdays.map((value) => ({ value, label: weekdayWords[value] })),
  },
  {
    name: 'time',
    label: 'Starts',
    all: 'Any time',
    value: filter.wanted.time,
    options: times.map((value) => ({ value, label: timeWords(value) })),
  },
  {
    name: 'unit',
    label: 'Unit',
    all: 'All units',
    value: filter.wanted.unit,
    options: [...new Set([...units, ...(filter.wanted.unit ? [filter.wanted.unit] : [])])]
      .toSorted()
      .map((value) => ({ value, label: value })),
  },
  {
    name: 'kind',
    label: 'Type',
    all: 'All types',
    value: filter.kind,
    options: assignmentKinds.map((value) => ({ value, label: kindWords[value] })),
  },
]

const Choices = ({ filter, units }: { filter: Filter; units: readonly string[] }) => (
  <>
    <Field label="Date" className="max-md:w-full">
      {(ids) => (
        <DateInput
          {...ids}
          value={filter.wanted.date ?? ''}
          className="max-md:w-full md:max-xl:max-w-40"
          onChange={(event) => filter.change('date', event.target.value || null)}
        />
      )}
    </Field>
    {choicesOf(filter, units)
      .filter(({ options }) => options.length > 0)
      .map(({ name, label, all, value, options }) => (
        <Field key={name} label={label} className="min-w-36 flex-1 md:w-34 md:min-w-0 md:flex-none xl:w-40">
          {(ids) => (
            <Select
              {...ids}
              value={value ?? ANY}
              onChange={(next) => filter.change(name, next === ANY ? null : next)}
              options={[{ value: ANY, label: all }, ...options]}
            />
          )}
        </Field>
      ))}
    {!filter.wanted.date && (
      <Field label="Days ahead" className="min-w-36 flex-1 md:w-38 md:min-w-0 md:flex-none xl:w-40">
        {(ids) => (
          <Select
            {...ids}
            value={filter.days}
            onChange={(next) => filter.change('days', next === '30' ? null : next)}
            options={ranges.map((value) => ({ value, label: `Next ${value} days` }))}
          />
        )}
      </Field>
    )}
    {filter.set > 0 && (
      <Button look="quiet" onClick={filter.clear}>
        Clear filters
      </Button>
    )}
  </>
)

type ChipProps = { on: boolean; onPick: () => void; children: ReactNode; hint?: string; small?: boolean }

const Chip = ({ on, onPick, children, hint, small = false }: ChipProps) => (
  <button
    type="button"
    aria-pressed={on}
    title={hint}
    onClick={onPick}
    className={cx(
      'figures relative min-h-11 rounded-ui border font-medium md:min-h-control',
      small ? 'px-2.5 text-small' : 'px-3.5',
      on ? 'border-brand-line bg-brand-wash text-brand-ink' : 'border-line-strong/60 bg-raised hover:bg-hover',
    )}
  >
    {children}
  </button>
)

/** Whether alike shifts of several days are one line; on a phone it is beside the title of the page. */
export const GroupChip = ({ small = false }: { small?: boolean }) => {
  const grouping = useGrouping()
  return (
    <Chip
      on={grouping === 'yes'}
      hint="One line for a shift that repeats on several days"
      small={small}
      onPick={() => setGrouping(grouping === 'yes' ? 'no' : 'yes')}
    >
      Group repeats
    </Chip>
  )
}

const counted = (words: string, count: number | null) => (count === null ? words : `${words} · ${count}`)

type MineProps = { on: boolean; count: number | null; offers: number; onPick: () => void }
/** The officer's own shifts, and how many of them wait for an answer. */
export const MineChip = ({ on, count, offers, onPick }: MineProps) => (
  <Chip on={on} onPick={onPick}>
    {counted('Mine', count)}
    <CountBadge
      count={offers}
      cap={9}
      label={`, ${offers} offered to you`}
      className="ml-2 max-md:absolute max-md:-top-2 max-md:-right-1.5"
    />
  </Chip>
)

/** Which shifts to list, and the filters. On a phone the filters are collapsed. */
export const Filters = ({
  filter,
  units,
  open,
  mine,
  offers = 0,
}: {
  filter: Filter
  units: readonly string[]
  /** How many can be taken, and how many are the officer's; null while it is not known. */
  open: number | null
  mine: number | null
  /** How many of those wait for the officer's answer. */
  offers?: number
}) => {
  const phone = usePhone()
  const [shown, setShown] = useState(filter.set > 0)
  const [opened, setOpened] = useState(false)
  const toggle = (open: boolean) => {
    setShown(open)
    setOpened(open)
  }
  // Only if it was opened here: a link to filtered shifts is left at the first Back.
  useBackCloses(phone && opened, () => toggle(false))
  // Six fields: the press is answered before they are drawn.
  const drawn = useDeferredValue(shown)
  return (
    <Toolbar label="Filter shifts">
      <div className="flex w-full flex-wrap gap-2">
        <Chip on={!filter.mine} onPick={() => filter.setMine(false)}>
          {counted('I can take', open)}
        </Chip>
        <MineChip on={filter.mine} count={mine} offers={offers} onPick={() => filter.setMine(true)} />
        {!phone && !filter.mine && <GroupChip />}
        {phone && (
          // The count takes the room of the icon: the line stays one line.
          <Button
            icon={filter.set === 0 && <SlidersHorizontal aria-hidden />}
            aria-expanded={shown}
            onClick={() => toggle(!shown)}
          >
            Filters{filter.set > 0 ? ` (${filter.set})` : ''}
          </Button>
        )}
      </div>
      {(!phone || drawn) && <Choices filter={filter} units={units} />}
    </Toolbar>
  )
}
