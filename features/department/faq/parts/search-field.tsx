import { Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'

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
