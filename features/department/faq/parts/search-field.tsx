import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { Field } from '#platform/web/ui/field.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
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

export const SearchField = ({
  label,
  placeholder,
  typed,
  onType,
  className,
}: {
  label: string
  placeholder: string
  typed: string
  onType: (typed: string) => void
  className: string
}) => (
  <Toolbar label={label}>
    <Field label="Search" className={className}>
      {(control) => (
        <InputWith
          {...control}
          type="search"
          before={<Search aria-hidden />}
          value={typed}
          maxLength={100}
          placeholder={placeholder}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  </Toolbar>
)
