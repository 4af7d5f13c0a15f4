import { useLocation, useMatches, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isReckonable } from '#platform/shared/shapes.ts'
import { isDate } from '#platform/shared/time.ts'

/** A named path segment: `usePathPart('agency')` on `/{agency}/login`. */
export const usePathPart = (name: string): string => {
  const parts: Record<string, string | undefined> = useParams({ strict: false })
  return parts[name] ?? ''
}

export const usePathname = (): string => useLocation({ select: (location) => location.pathname })

/** The path of the screen being shown: the address changes earlier, while the next screen's code loads. */
export const useScreenPath = (): string => useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })

/** Navigates to a path from `paths`, query included. */
export const useGo = () => {
  const router = useRouter()
  return useCallback(
    (href: string, options: { replace?: boolean } = {}) => {
      if (options.replace) router.history.replace(href)
      else router.history.push(href)
    },
    [router],
  )
}

/**
 * One query parameter: filters, sort, page and tab are kept in the URL, so that a link shows the same. Null removes it; changes
 * replace the history entry, so that Back leaves the screen rather than undoing a filter.
 */
export const useUrlValue = (name: string): [string | null, (value: string | null) => void] => {
  // Selected: a screen reads dozens of parameters, and a change to one must not render the readers of all the others.
  const value: unknown = useSearch({ strict: false, select: (search: Record<string, unknown>) => search[name] })
  const setAll = useSetUrl()
  const set = useCallback((value: string | null) => setAll({ [name]: value }), [name, setAll])
  return [typeof value === 'string' && value !== '' ? value : null, set]
}

/** Every value of the query, for what shows or keeps several at once. */
export const useAddress = (): Readonly<Record<string, string | undefined>> => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  )
}

/** An id from the query; null if it is not a valid id. */
export const idOrNull = (text: string | null): string | null =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null

/** A calendar date from the query that a call accepts; null if it is not one. */
export const dateOrNull = (text: string | null): string | null =>
  text && isDate(text) && isReckonable(text) ? text : null

/** Sets several query parameters at once. */
export const useSetUrl = () => {
  const router = useRouter()
  return useCallback(
    (values: Record<string, string | null>) => {
      const query = new URLSearchParams(router.history.location.search)
      for (const [name, value] of Object.entries(values)) {
        if (value === null || value === '') query.delete(name)
        else query.set(name, value)
      }
      const text = query.toString()
      router.history.replace(`${router.history.location.pathname}${text === '' ? '' : `?${text}`}`)
    },
    [router],
  )
}

/** Text typed into a search box, put into the URL as `q` after a short delay; the search uses that value. */
export const useUrlSearch = () => {
  const [inUrl, setInUrl] = useUrlValue('q')
  const [typed, setTyped] = useState(inUrl ?? '')
  useEffect(() => {
    if (typed.trim() === (inUrl ?? '')) return
    const timer = setTimeout(() => setInUrl(typed.trim() || null), 250)
    return () => clearTimeout(timer)
  }, [typed, inUrl, setInUrl])
  return { typed, setTyped, search: inUrl ?? '' }
}
