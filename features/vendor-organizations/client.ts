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

const ofPath = (path: string): string | null =>
  /^\/super-admin\/(?:organizations|billing)\/([0-9a-f-]{36})/.exec(path)?.[1] ?? null

/** The organization that the vendor's page is about: that of its address, `?organization=`, or null for all of them. */
export const useChosenOrganization = (): string | null => {
  const [inUrl] = useUrlValue('organization')
  return ofPath(usePathname()) ?? inUrl
}

/** What the page is about, and what this tab chose last: the navigation goes on with it. */
export const useSelection = () => {
  const chosen = useChosenOrganization()
  const kept = useSyncExternalStore(subscribe, remembered)
  return { chosen, kept, remember }
}

/** The pages that one organization can be picked out of: its own page of them, or their list filtered to it. */
const narrowed: Readonly<Record<string, (id: string) => string>> = {
  [paths.superAdminBilling()]: (id) => paths.superAdminBillingAccount(id),
  [paths.superAdminUsers()]: (id) => `${paths.superAdminUsers()}?organization=${encodeURIComponent(id)}`,
  [paths.superAdminAudit()]: (id) => `${paths.superAdminAudit()}?organization=${encodeURIComponent(id)}`,
  [paths.superAdminRequests()]: (id) =>
    `${paths.superAdminRequests()}?tab=contact&organization=${encodeURIComponent(id)}`,
}
const areaOf = (path: string): string | null =>
  Object.keys(narrowed).find((area) => path === area || path.startsWith(`${area}/`)) ?? null

/** Where choosing leads from a page: the same for that organization alone, or else the page of the organization. */
export const chosenPath = (path: string, id: string | null): string => {
  const area = areaOf(path)
  if (id === null) return area ?? (ofPath(path) === null ? path : paths.superAdminOrganizations())
  return narrowed[area ?? '']?.(id) ?? paths.superAdminOrganization(id)
}

/** Where an item of the navigation leads while an organization is chosen; pages over all of them stay what they are. */
export const itemPath = (route: string, kept: string | null): string =>
  kept === null ? route : (narrowed[route]?.(kept) ?? route)
