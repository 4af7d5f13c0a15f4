import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { todayIn } from '#features/assignment-editor/client.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { phaseBadge } from '#platform/web/ui/status.ts'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import type { listAssignments } from '../contract.ts'
import { type AssignmentKind, assignmentKinds, type Phase, phases } from '../rules.ts'
import { kindWords } from '../rules.words.ts'

export type Filters = {
  pending: boolean
  phase: Phase | null
  kind: AssignmentKind | null
  unfilled: boolean
  /** As chosen; null is the default. */
  from: string | null
  to: string | null
  search: string | null
  today: string
}

const dateOrNull = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null)

/** The filters stand in the URL; a word that is none of theirs is as if it were not there. */
export const useFilters = (): Filters => {
  const [filter] = useUrlValue('filter')
  const [phase] = useUrlValue('phase')
  const [kind] = useUrlValue('kind')
  const [unfilled] = useUrlValue('unfilled')
  const [from] = useUrlValue('from')
  const [to] = useUrlValue('to')
  const [search] = useUrlValue('search')
  const { time_zone } = useOrganization()
  const [today] = useState(() => todayIn(time_zone, Date.now()))
  return {
    pending: filter === 'pending',
    phase: phases.find((one) => one === phase) ?? null,
    kind: assignmentKinds.find((one) => one === kind) ?? null,
    unfilled: unfilled === 'yes',
    from: dateOrNull(from),
    to: dateOrNull(to),
    search,
    today,
  }
}

export const isFiltered = (f: Filters): boolean =>
  f.pending || f.unfilled || [f.phase, f.kind, f.from, f.to, f.search].some((one) => one !== null)

/** The list begins today unless dates are chosen; what waits for a decision is shown whenever it is. */
export const filtersInput = (f: Filters): InputOf<typeof listAssignments> => {
  const from = f.from ?? (f.pending || f.to || f.search ? null : f.today)
  return {
    ...(f.pending ? { filter: 'pending' } : {}),
    ...(f.phase ? { phase: f.phase } : {}),
    ...(f.kind ? { kind: f.kind } : {}),
    ...(f.unfilled ? { unfilled: 'yes' } : {}),
    ...(from ? { from } : {}),
    ...(f.to ? { to: f.to } : {}),
    ...(f.search ? { search: f.search } : {}),
  }
}

const any = { value: 'any', label: 'Any' }
const phaseOptions = [any, ...phases.map((value) => ({ value, label: phaseBadge[value].word }))]
const kindOptions = [any, ...assignmentKinds.map((value) => ({ value, label: kindWords[value] }))]

export const KindFilter = ({ kind }: { kind: AssignmentKind | null }) => {
  const setUrl = useSetUrl()
  return (
    <Field label="Kind" className="w-40">
      {(control) => (
        <Select
          {...control}
          value={kind ?? 'any'}
          onChange={(value) => setUrl({ kind: value === 'any' ? null : value })}
          options={kindOptions}
        />
      )}
    </Field>
  )
}

const SearchFilter = ({ search }: { search: string | null }) => {
  const setUrl = useSetUrl()
  return (
    <Field label="Search" className="w-full md:w-56">
      {(control) => (
        <InputWith
          {...control}
          type="search"
          before={<Search aria-hidden />}
          placeholder="Title, place, client"
          maxLength={100}
          value={search ?? ''}
          onChange={(event) => setUrl({ search: event.target.value || null })}
        />
      )}
    </Field>
  )
}

const none = { filter: null, phase: null, kind: null, unfilled: null, from: null, to: null, search: null }

const MoreFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  return (
    <>
      <UrlDates from={filters.from} to={filters.to} />
      <Field label="State" className="w-40">
        {(control) => (
          <Select
            {...control}
            value={filters.phase ?? 'any'}
            onChange={(value) => setUrl({ phase: value === 'any' ? null : value })}
            options={phaseOptions}
          />
        )}
      </Field>
      <KindFilter kind={filters.kind} />
      <div className="flex flex-wrap items-center gap-x-5">
        <Switch
          label="Places left"
          checked={filters.unfilled}
          onChange={(on) => setUrl({ unfilled: on ? 'yes' : null })}
        />
        <Switch
          label="Waiting for a decision"
          checked={filters.pending}
          onChange={(on) => setUrl({ filter: on ? 'pending' : null })}
        />
      </div>
    </>
  )
}

/** On a phone all but the search is folded away, and says how many are set. */
export const AssignmentFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const { pending, unfilled, phase, kind, from, to } = filters
  const count = [pending, unfilled, phase, kind, from, to].filter(Boolean).length
  return (
    <Toolbar label="Filter assignments">
      <SearchFilter search={filters.search} />
      {phone && (
        <Button icon={<SlidersHorizontal aria-hidden />} aria-expanded={open} onClick={() => setOpen(!open)}>
          Filters{count > 0 ? ` (${count})` : ''}
        </Button>
      )}
      {(!phone || open) && <MoreFilters filters={filters} />}
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => setUrl(none)}>
          Clear
        </Button>
      )}
    </Toolbar>
  )
}
