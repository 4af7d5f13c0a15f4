import { useSyncExternalStore } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { usePathname, useUrlValue } from '#platform/web/url.ts'

const KEY = 'vendor:organization'
const listeners = new Set<() => void>()

/** For this tab only: another tab can show another department. */
const remember = (id: string | null): void => {
  try {
    if (id === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, id)
  } catch {
    // If storage is blocked, the URL still has it.
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

/** The organization that the vendor's page shows: the one in the URL, `?organization=`, or null for all of them. */
export const useChosenOrganization = (): string | null => {
  const [inUrl] = useUrlValue('organization')
  return ofPath(usePathname()) ?? inUrl
}

/** What the page shows, and this tab's last choice, which the navigation keeps. */
export const useSelection = () => {
  const chosen = useChosenOrganization()
  const kept = useSyncExternalStore(subscribe, remembered)
  return { chosen, kept, remember }
}

/** Pages that can be narrowed to one organization: its own version of the page, or the list filtered to it. */
const narrowed: Readonly<Record<string, (id: string) => string>> = {
  [paths.superAdminBilling()]: (id) => paths.superAdminBillingAccount(id),
  [paths.superAdminUsers()]: (id) => `${paths.superAdminUsers()}?organization=${encodeURIComponent(id)}`,
  [paths.superAdminAudit()]: (id) => `${paths.superAdminAudit()}?organization=${encodeURIComponent(id)}`,
  [paths.superAdminRequests()]: (id) =>
    `${paths.superAdminRequests()}?tab=contact&organization=${encodeURIComponent(id)}`,
}
const areaOf = (path: string): string | null =>
  Object.keys(narrowed).find((area) => path === area || path.startsWith(`${area}/`)) ?? null

/** Where choosing an organization leads from a page: the same page for that organization, otherwise the organization's page. */
export const chosenPath = (path: string, id: string | null): string => {
  const area = areaOf(path)
  if (id === null) return area ?? (ofPath(path) === null ? path : paths.superAdminOrganizations())
  return narrowed[area ?? '']?.(id) ?? paths.superAdminOrganization(id)
}

/** Where a navigation item leads while an organization is chosen; pages that cover all organizations stay the same. */
export const itemPath = (route: string, kept: string | null): string =>
  kept === null ? route : (narrowed[route]?.(kept) ?? route)
