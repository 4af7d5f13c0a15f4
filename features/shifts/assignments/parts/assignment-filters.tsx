import { SavedFilters } from '#features/department/saved-filters/parts/saved-filters.tsx'
import { ValueFilter } from '#features/roster/officers/parts/value-filter.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { isDate } from '#platform/shared/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { ChoiceFilter } from '#platform/web/ui/filter-bar.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { phaseBadge } from '#platform/web/ui/status.ts'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import type { listAssignments } from '../contract.ts'
import { type AssignmentKind, assignmentKinds, type Phase, phases } from '../rules.ts'
import { kindWords } from '../words.ts'

export type Filters = {
  pending: boolean
  phase: Phase | null
  kind: AssignmentKind | null
  unfilled: boolean
  /** As selected; null means the default. */
  from: string | null
  to: string | null
  search: string | null
  unit: string | null
  rank: string | null
  /** As selected; null means the default. */
  when: When | null
}
const whens = ['upcoming', 'past'] as const
type When = (typeof whens)[number]

const dateOrNull = (text: string | null) => (text && /^(19|20|21)/.test(text) && isDate(text) ? text : null)

/** The filters are stored in the URL; unknown values are ignored. */
export const useFilters = (): Filters => {
  const [filter] = useUrlValue('filter')
  const [phase] = useUrlValue('phase')
  const [kind] = useUrlValue('kind')
  const [unfilled] = useUrlValue('unfilled')
  const [from] = useUrlValue('from')
  const [to] = useUrlValue('to')
  const [search] = useUrlValue('search')
  const [unit] = useUrlValue('unit')
  const [rank] = useUrlValue('rank')
  const [when] = useUrlValue('when')
  return {
    pending: filter === 'pending',
    phase: phases.find((one) => one === phase) ?? null,
    kind: assignmentKinds.find((one) => one === kind) ?? null,
    unfilled: unfilled === 'yes',
    from: dateOrNull(from),
    to: dateOrNull(to),
    search: search?.slice(0, 100) ?? null,
    unit: unit?.slice(0, 120) ?? null,
    rank: rank?.slice(0, 120) ?? null,
    when: whens.find((one) => one === when) ?? null,
  }
}

export const isFiltered = (f: Filters): boolean =>
  f.pending ||
  f.unfilled ||
  [f.phase, f.kind, f.from, f.to, f.search, f.unit, f.rank, f.when].some((one) => one !== null)

const over: readonly (Phase | null)[] = ['completed', 'closed']

/** What is not over yet, unless something is asked for that may be: dates, a search, a state, items waiting for a decision. */
const whenOf = (f: Filters): When | null =>
  f.when ?? (f.from || f.to || f.pending || f.search || over.includes(f.phase) ? null : 'upcoming')

/** The next first; of what is over, the last. */
export const sortOf = (f: Filters) => {
  const back = f.when === 'past' || (over.includes(f.phase) && !f.from && !f.to)
  return { by: 'starts_at', dir: back ? 'desc' : 'asc' } as const
}

/** What narrows the shifts, whether they or the requests for them are listed. */
export const filtersInput = (f: Filters): Omit<InputOf<typeof listAssignments>, 'filter' | 'sort'> => {
  const when = whenOf(f)
  return {
    ...(f.phase ? { phase: f.phase } : {}),
    ...(f.kind ? { kind: f.kind } : {}),
    ...(f.unfilled ? { unfilled: 'yes' } : {}),
    ...(when ? { when } : {}),
    ...(f.from ? { from: f.from } : {}),
    ...(f.to ? { to: f.to } : {}),
    ...(f.search ? { search: f.search } : {}),
    ...(f.unit ? { unit: f.unit } : {}),
    ...(f.rank ? { rank: f.rank } : {}),
  }
}

const any = { value: 'any', label: 'Any' }
const phaseOptions = [any, ...phases.map((value) => ({ value, label: phaseBadge[value].word }))]
/** The first is the default of the other filters. */
const whenOptions = (f: Filters) => [
  { value: 'default', label: whenOf({ ...f, when: null }) === 'upcoming' ? 'Upcoming' : 'Any' },
  ...(whenOf({ ...f, when: null }) === 'upcoming' ? [] : [{ value: 'upcoming', label: 'Upcoming' }]),
  { value: 'past', label: 'Past' },
]
const kindOptions = [any, ...assignmentKinds.map((value) => ({ value, label: kindWords[value] }))]

const SearchFilter = ({ search }: { search: string | null }) => {
  const setUrl = useSetUrl()
  return (
    <SearchField
      placeholder="Title, location"
      value={search ?? ''}
      onType={(text) => setUrl({ search: text || null })}
      className="md:w-56 xl:w-48"
    />
  )
}

const none = {
  unit: null,
  rank: null,
  when: null,
  filter: null,
  phase: null,
  kind: null,
  unfilled: null,
  from: null,
  to: null,
  search: null,
}

/** What admins look for most: one press each. */
const OpenSpots = ({ on }: { on: boolean }) => {
  const setUrl = useSetUrl()
  return <Switch label="Open spots" checked={on} onChange={(next) => setUrl({ unfilled: next ? 'yes' : null })} />
}

const NeedsDecision = ({ on }: { on: boolean }) => {
  const setUrl = useSetUrl()
  return (
    <Switch label="Needs a decision" checked={on} onChange={(next) => setUrl({ filter: next ? 'pending' : null })} />
  )
}

/** What doesn't fit beside the search is collapsed, on a phone everything, with a count of active filters. */
export const AssignmentFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  const { pending, unfilled, phase, kind, from, to, unit, rank, when } = filters
  const set = (...all: unknown[]) => all.filter(Boolean).length
  return (
    <Toolbar label="Filter shifts">
      <SearchFilter search={filters.search} />
      <Folded
        filters={[
          {
            key: 'phase',
            set: set(phase),
            node: <ChoiceFilter name="phase" label="Status" options={phaseOptions} className="w-40 xl:w-34" />,
          },
          { key: 'unfilled', set: set(unfilled), node: <OpenSpots on={unfilled} /> },
          { key: 'pending', set: set(pending), node: <NeedsDecision on={pending} /> },
          {
            key: 'when',
            set: set(when),
            node: <ChoiceFilter name="when" label="When" options={whenOptions(filters)} className="w-36 xl:w-32" />,
          },
          {
            key: 'kind',
            set: set(kind),
            node: <ChoiceFilter name="kind" label="Type" options={kindOptions} className="w-40 xl:w-36" />,
          },
          { key: 'dates', set: set(from, to), node: <UrlDates from={from} to={to} /> },
          { key: 'unit', set: set(unit), node: <ValueFilter name="unit" /> },
          { key: 'rank', set: set(rank), node: <ValueFilter name="rank" /> },
        ]}
      />
      {isFiltered(filters) && (
        <Button data-clear look="quiet" onClick={() => setUrl(none)}>
          Clear
        </Button>
      )}
      <SavedFilters page="assignments" />
    </Toolbar>
  )
}
