import { useSyncExternalStore } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { usePathname, useUrlValue } from '#platform/web/url.ts'

/** Every zone, for a field that finds one by typing. */
export const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}))

const KEY = 'vendor:organization'
const listeners = new Set<() => void>()

/** For this tab alone: another one looks at another department. */
const remember = (id: string | null): void => {
  try {
    if (id === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, id)
  } catch {
    // A closed storage: the URL still says it.
  }
  for (const told of listeners) told()
}
const remembered = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

const ofPath = (path: string): string | null => /^\/super-admin\/organizations\/([^/]+)/.exec(path)?.[1] ?? null

/** The organization that the vendor's page is about: that of its address, `?organization=`, or null for all of them. */
export const useChosenOrganization = (): string | null => {
  const [inUrl] = useUrlValue('organization')
  return ofPath(usePathname()) ?? inUrl
}

/** What the selector shows: the page's own, or the one that this tab chose last. */
export const useSelection = () => {
  const here = useChosenOrganization()
  const kept = useSyncExternalStore(subscribe, remembered)
  return { chosen: here ?? kept, remember }
}

/** Where choosing leads from a page: the page of the organization, or the same page filtered to it. */
export const chosenPath = (path: string, id: string | null): string => {
  const isList = path === paths.superAdminDashboard() || path.startsWith(paths.superAdminOrganizations())
  if (isList) return id === null ? paths.superAdminOrganizations() : paths.superAdminOrganization(id)
  return id === null ? path : `${path}?organization=${encodeURIComponent(id)}`
}
