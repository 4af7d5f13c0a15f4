import { useLocation, useMatches, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'

/** A named part of the path: `usePathPart('agency')` on `/{agency}/login`. */
export const usePathPart = (name: string): string => {
  const parts: Record<string, string | undefined> = useParams({ strict: false })
  return parts[name] ?? ''
}

export const usePathname = (): string => useLocation({ select: (location) => location.pathname })

/** The path of the screen that stands: the address goes ahead of it while the next screen's code is on its way. */
export const useScreenPath = (): string => useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })

/** Goes to a path of `paths`, query included. */
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

/** One value of the query: filters, sort, page and tab stand in the URL, so that a link shows the same. Setting null takes
 * it off; a change replaces the entry, so that Back leaves the screen and not the filter. */
export const useUrlValue = (name: string): [string | null, (value: string | null) => void] => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const setAll = useSetUrl()
  const set = useCallback((value: string | null) => setAll({ [name]: value }), [name, setAll])
  const value = search[name]
  return [typeof value === 'string' && value !== '' ? value : null, set]
}

/** Sets several values of the query at once. */
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

/** What is typed into a search box, a moment later as `q` in the URL: that is what is looked for. */
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
