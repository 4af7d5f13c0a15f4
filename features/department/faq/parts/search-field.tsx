import { useEffect, useState } from 'react'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** Typing filters right away, and updates the URL a moment later, so that a link shows the same results. */
export const useSearch = (): [string, (typed: string) => void] => {
  const [inUrl, setInUrl] = useUrlValue('q')
  const [typed, setTyped] = useState(inUrl ?? '')
  useEffect(() => {
    if (typed.trim() === (inUrl ?? '')) return
    const timer = setTimeout(() => setInUrl(typed.trim() || null), 250)
    return () => clearTimeout(timer)
  }, [typed, inUrl, setInUrl])
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
