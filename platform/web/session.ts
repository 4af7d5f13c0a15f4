import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { Endpoint, Feature } from '#platform/shared/endpoint.ts'
import type { TimeFormat } from '#platform/shared/time.ts'
import { ApiError, call } from './api.ts'
import { learn } from './reads.ts'

/** Who is signed in. The endpoint belongs to `features/sessions`; the application hands it in (`SessionSource`). */
export type Session = {
  person: { id: string; name: string; email: string }
  officer: null | { id: string; name: string; role: 'admin' | 'officer'; approved: boolean; waiting: boolean }
  organization: null | {
    id: string
    name: string
    subdomain: string
    logo_url: string | null
    primary_color: string
    time_zone: string
    time_format: TimeFormat
    signup_mode: 'first_come' | 'approval'
    location_radius_m: number
    subscription_tier: string
    features: Record<Feature, boolean>
    trial: null | { ends_on: string | null; expired: boolean }
  }
  /** The department's notice, while it is not accepted: until then nothing else opens. */
  notice: null | { version: number; text: string }
  super_admin: boolean
  memberships: {
    organization_id: string
    name: string
    subdomain: string
    role: 'admin' | 'officer'
    standing: 'pending' | 'approved' | 'rejected' | 'suspended' | 'left'
  }[]
  /** When the session ends by itself if nothing more is done, and at the latest. */
  idle_ends_at: string
  ends_at: string
}
export type SessionEndpoint = Endpoint<z.ZodType, z.ZodType<Session>>

export const SessionSource = createContext<SessionEndpoint | null>(null)

const sessionKey = ['session.get'] as const

/** `undefined` while unknown, `null` when nobody is signed in. */
export const useSession = (): {
  session: Session | null | undefined
  error: ApiError | null
  again: () => void
} => {
  const endpoint = useContext(SessionSource)
  if (endpoint) learn(endpoint)
  const query = useQuery<Session | null, ApiError>({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      if (!endpoint) return null
      try {
        const session: Session = await call(endpoint, {}, { signal })
        saveShell(session)
        return session
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })
  return {
    session: query.data,
    error: query.data === undefined ? query.error : null,
    again: () => void query.refetch(),
  }
}

/** For screens behind a guard, where somebody is signed in for certain. */
export const useSignedIn = (): Session => {
  const { session } = useSession()
  if (!session) throw new Error('useSignedIn outside a guarded screen')
  return session
}

/** The organization of the session; screens behind the organization's guard only. */
export const useOrganization = (): NonNullable<Session['organization']> => {
  const { organization } = useSignedIn()
  if (!organization) throw new Error('useOrganization without an organization in the session')
  return organization
}

/** Asks again who is signed in: after sign-in, a switch of organization, or a poke of topic `session`. */
export const useRenewSession = () => {
  const client = useQueryClient()
  return () => renewSession(client)
}
export const renewSession = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: sessionKey })

export const isSignedIn = (client: QueryClient): boolean => Boolean(client.getQueryData(sessionKey))

/** Leaves nothing of the person behind: cache, drafts, shell. Other tabs are told. */
export const forgetSession = async (client: QueryClient, tell = true): Promise<void> => {
  await client.cancelQueries()
  client.setQueryData(sessionKey, null)
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
  clearShell()
  sessionStorage.clear()
  if (tell) sessions?.postMessage('ended')
}

const sessions = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
/** Somebody has signed in: every other tab looks again (`changed`). */
export const announceSession = (): void => {
  stay()
  sessions?.postMessage('changed')
}
/** Hears that another tab signed in (`changed`) or out (`ended`). */
export const listenToTabs = (client: QueryClient): void => {
  if (!sessions) return
  sessions.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === 'ended') return void forgetSession(client, false)
    stay()
    void renewSession(client)
  }
}

/** What the browser keeps without any secret, so that the frame opens at once and offline. */
export type Shell = {
  name: string
  role: 'admin' | 'officer' | 'super_admin'
  organization: null | { id: string; name: string; subdomain: string; primary_color: string; time_format?: TimeFormat }
  expires_at: string
}
const shellKey = 'shell'

let agency: string | null = null
/** The department that was last signed in to in this page's life or is kept in the shell, for the way back to its sign-in. */
export const lastAgency = (): string | null => agency ?? readShell()?.organization?.subdomain ?? null

const saveShell = (session: Session): void => {
  const { organization, officer } = session
  agency = organization?.subdomain ?? null
  const shell: Shell = {
    name: officer?.name ?? session.person.name,
    role: officer?.role ?? (session.super_admin ? 'super_admin' : 'officer'),
    organization: organization && {
      id: organization.id,
      name: organization.name,
      subdomain: organization.subdomain,
      primary_color: organization.primary_color,
      time_format: organization.time_format,
    },
    expires_at: session.ends_at,
  }
  try {
    localStorage.setItem(shellKey, JSON.stringify(shell))
  } catch {
    // No storage: the frame waits for the session's answer instead.
  }
}

export const readShell = (): Shell | null => {
  try {
    const shell = JSON.parse(localStorage.getItem(shellKey) ?? 'null') as Shell | null
    return shell && Date.parse(shell.expires_at) > Date.now() ? shell : null
  } catch {
    return null
  }
}

const clearShell = (): void => {
  try {
    localStorage.removeItem(shellKey)
  } catch {
    // Nothing was kept.
  }
}

let leavingFor: string | null = null
/** Where the guard leads from now on when it meets nobody signed in: it may ask more than once on the way there. */
export const depart = (to: string): void => {
  leavingFor = to
}
export const stay = (): void => {
  leavingFor = null
}
export const departure = (): string | null => leavingFor
