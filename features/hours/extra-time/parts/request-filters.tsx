import { useEffect, useState } from 'react'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ChoiceFilter } from '#platform/web/ui/filter-bar.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { UrlDates } from '#platform/web/ui/url-dates.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import type { listExtraTime } from '../contract.ts'
import { type ExtraTimeKind, extraTimeKinds } from '../rules.ts'
import { kindWords } from '../words.ts'

export type Filters = { kind: ExtraTimeKind | null; from: string | null; to: string | null; search: string | null }
const dateOrNull = (text: string | null) => (text && /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) ? text : null)

/** The filters are stored in the URL; unknown values are ignored. */
export const useFilters = (): Filters => {
  const [kind] = useUrlValue('kind')
  const [from] = useUrlValue('from')
  const [to] = useUrlValue('to')
  const [search] = useUrlValue('search')
  return {
    kind: extraTimeKinds.find((one) => one === kind) ?? null,
    from: dateOrNull(from),
    to: dateOrNull(to),
    search: search?.slice(0, 100) ?? null,
  }
}
export const isFiltered = (f: Filters): boolean => Object.values(f).some((one) => one !== null)

export const filtersInput = (f: Filters): Omit<InputOf<typeof listExtraTime>, 'state'> => ({
  ...(f.kind ? { kind: f.kind } : {}),
  ...(f.from ? { from: f.from } : {}),
  ...(f.to ? { to: f.to } : {}),
  ...(f.search ? { search: f.search } : {}),
})

const kindOptions = [
  { value: 'any', label: 'Any' },
  ...extraTimeKinds.map((value) => ({ value, label: kindWords[value] })),
]

/** Typed text goes into the URL shortly after the last keystroke, so that a shared link shows the same results. */
const SearchFilter = ({ search }: { search: string | null }) => {
  const setUrl = useSetUrl()
  const [typed, setTyped] = useState(search ?? '')
  useEffect(() => {
    if (typed.trim() === (search ?? '')) return
    const timer = setTimeout(() => setUrl({ search: typed.trim() || null }), 250)
    return () => clearTimeout(timer)
  }, [typed, search, setUrl])
  return <SearchField placeholder="Name, badge, docket" value={typed} onType={setTyped} />
}

/** What doesn't fit beside the search is collapsed, on a phone everything, with a count of active filters. */
export const RequestFilters = ({ filters }: { filters: Filters }) => {
  const setUrl = useSetUrl()
  // Resets the field's text when the filters are cleared from outside.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setUrl({ kind: null, from: null, to: null, search: null })
    setCleared(cleared + 1)
  }
  const { kind, from, to } = filters
  return (
    <Toolbar label="Filter extra time">
      <SearchFilter key={cleared} search={filters.search} />
      <Folded
        filters={[
          { key: 'kind', set: kind ? 1 : 0, node: <ChoiceFilter name="kind" label="Type" options={kindOptions} /> },
          { key: 'dates', set: [from, to].filter(Boolean).length, node: <UrlDates from={from} to={to} /> },
        ]}
      />
      {isFiltered(filters) && (
        <Button data-clear look="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </Toolbar>
  )
}
