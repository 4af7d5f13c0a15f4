import { Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { useUrlSearch } from '#platform/web/url.ts'

/** Typing filters right away, and updates the URL a moment later, so that a link shows the same results. */
export const useSearch = (): [string, (typed: string) => void] => {
  const { typed, setTyped } = useUrlSearch()
  return [typed, setTyped]
}

/** The search in a toolbar of its own. */
export const SearchBar = ({
  label,
  ...field
}: {
  label: string
  placeholder: string
  value: string
  onType: (typed: string) => void
  className: string
}) => (
  <Toolbar label={label}>
    <SearchField {...field} />
  </Toolbar>
)
