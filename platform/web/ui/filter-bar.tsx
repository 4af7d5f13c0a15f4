import { Children, type ReactNode, useEffect, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'

/** Typed text goes into the URL shortly after the last keystroke, so that a link shows the same list. */
const SearchFilter = ({ placeholder }: { placeholder: string }) => {
  const [search] = useUrlValue('search')
  const setUrl = useSetUrl()
  const [typed, setTyped] = useState(search ?? '')
  useEffect(() => {
    if (typed.trim() === (search ?? '')) return
    const timer = setTimeout(() => setUrl({ search: typed.trim() || null }), 250)
    return () => clearTimeout(timer)
  }, [typed, search, setUrl])
  return <SearchField placeholder={placeholder} value={typed} onType={setTyped} />
}

/** A choice kept in the URL under `name`; the first option is the default and is not written to the URL. */
export const ChoiceFilter = ({
  name,
  label,
  options,
  className = 'w-40',
}: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  className?: string
}) => {
  const [inUrl, setInUrl] = useUrlValue(name)
  const first = options[0]?.value ?? ''
  const value = options.some((option) => option.value === inUrl) ? inUrl : first
  return (
    <Field label={label} className={className}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(next) => setInUrl(next === first ? null : next)}
          options={options}
        />
      )}
    </Field>
  )
}

/** Filters above a working list. What doesn't fit in one line is collapsed, on a phone all but the search, with a count of active ones. */
export const FilterBar = ({
  label,
  placeholder,
  names,
  children,
}: {
  label: string
  placeholder: string
  /** URL parameters of the filters inside, in their order; the last filter may have several. */
  names: readonly string[]
  children: ReactNode
}) => {
  const setUrl = useSetUrl()
  // Cleared from outside: the field drops its typed text.
  const [cleared, setCleared] = useState(0)
  const { set, all } = useFilters(names)
  const nodes = Children.toArray(children)
  const filters = nodes.map((node, at) => {
    const own = names.slice(at, at === nodes.length - 1 ? undefined : at + 1)
    return { key: own[0] ?? `${at}`, set: set.filter((name) => own.includes(name)).length, node }
  })
  return (
    <Toolbar label={label}>
      <SearchFilter key={cleared} placeholder={placeholder} />
      <Folded filters={filters} />
      {all > 0 && (
        <Button
          data-clear
          look="quiet"
          onClick={() => {
            setUrl(Object.fromEntries(['search', ...names].map((name) => [name, null])))
            setCleared(cleared + 1)
          }}
        >
          Clear
        </Button>
      )}
    </Toolbar>
  )
}

/** The filters set in the URL, and how many there are with the search. */
const useFilters = (names: readonly string[]) => {
  const [search] = useUrlValue('search')
  const query = new URLSearchParams(window.location.search)
  const set = names.filter((name) => query.get(name))
  return { set, all: set.length + (search ? 1 : 0) }
}

/** One of `options` from the URL, or the first of them. */
export const useChoice = <V extends string>(name: string, options: readonly [V, ...V[]]): V => {
  const [inUrl] = useUrlValue(name)
  return options.find((option) => option === inUrl) ?? options[0]
}

export const useSearch = (): string => useUrlValue('search')[0]?.slice(0, 100).trim() ?? ''
