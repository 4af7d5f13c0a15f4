import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react'
import type { z } from 'zod'
import type { Endpoint, Feature } from '#platform/shared/endpoint.ts'
import type { TimeFormat } from '#platform/shared/time.ts'
import { ApiError, call } from './api.ts'
import { isVendors, learn, STALE_MS } from './reads.ts'
import { type EndsAnswer, forgetEnds, noteEnds } from './session-ends.ts'

/** Who is signed in. The endpoint belongs to `features/sessions`; the application hands it in (`SessionProvider`). */
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
    trial: null | { ends_on: string | null; expired: boolean; days_left: number | null }
    /** The vendor closes the department: everything is erased after this. */
    closes_at: string | null
    next_day_at: string
  }
  /** The department's notice, while it is not accepted: until then nothing else opens. */
  notice: null | { version: number; text: string }
  super_admin: boolean
  /** The department that a super admin looks into is `organization` while this lasts. */
  support: null | { id: string; reason: string; may_write: boolean; ends_at: string }
  /** Who of the vendor looks inside the department now; for its admins alone. */
  visits: { id: string; by_name: string; reason: string; may_write: boolean; ends_at: string }[]
  second_factor: 'given' | 'needed' | 'none'
  memberships: {
    organization_id: string
    name: string
    subdomain: string
    role: 'admin' | 'officer'
    standing: 'pending' | 'approved' | 'rejected' | 'suspended' | 'left'
  }[]
  /** The server's clock at this answer. */
  now_at: string
  /** When the session ends by itself if nothing more is done, and at the latest. */
  idle_ends_at: string
  ends_at: string
}
type SessionEndpoint = Endpoint<z.ZodType, z.ZodType<Session>>

type Known = {
  /** `undefined` while unknown, `null` when nobody is signed in. */
  session: Session | null | undefined
  error: ApiError | null
  again: () => void
}
const SessionContext = createContext<Known>({ session: undefined, error: null, again: () => undefined })
const sessionKey = ['session.get'] as const

/** Asks who is signed in, once for the whole page: every row of a list may want to know. */
export const SessionProvider = ({ endpoint, children }: { endpoint: SessionEndpoint; children: ReactNode }) => {
  learn(endpoint)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery<Session | null, ApiError>({
    queryKey: sessionKey,
    // What is stale is read again by OrganizationProvider, a little after the route has changed.
    refetchOnMount: false,
    queryFn: async ({ signal }) => {
      try {
        const session = heard(await call(endpoint, {}, { signal }))
        leaveDepartment(client, session)
        return session
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })
  const known = useMemo<Known>(
    () => ({ session: data, error: data === undefined ? error : null, again: () => void refetch() }),
    [data, error, refetch],
  )
  return createElement(SessionContext, { value: known }, children)
}

export const useSession = (): Known => useContext(SessionContext)

const heard = (session: Session): Session => {
  over = false
  noteEnds(session)
  saveShell(session)
  claimDrafts(session)
  return session
}

let inside: string | null = null
/** When support access ends, nothing of the department stays behind: what was read of it is forgotten, the vendor's own is kept. */
const leaveDepartment = (client: QueryClient, session: Session): void => {
  const before = inside
  inside = session.support ? (session.organization?.id ?? null) : null
  if (before === null || before === inside) return
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] && !isVendors(queryKey) })
}

/** Takes what the server said about the session outside of the query: the guard asks for itself. */
export const keepSession = (client: QueryClient, session: Session): void => {
  client.setQueryData(sessionKey, heard(session))
  leaveDepartment(client, session)
}

/** Whether the flag is on for the person: super admins have all (specification section 4). */
export const hasFlag = (
  session: { super_admin: boolean; organization: null | { features: Record<Feature, boolean> } },
  feature: Feature,
): boolean => session.super_admin || session.organization?.features[feature] === true

/** Who has just left: a screen that is drawn once more before its guard has taken it away still knows whose it was. */
let leaving: Session | null = null

/** Whether the department's admin pages are this person's to open: an approved admin, or the vendor's support while it looks inside. */
export const isAdminHere = (session: Session | null | undefined): boolean =>
  Boolean(session && (session.support || (session.officer?.role === 'admin' && session.officer.approved)))

/** For screens behind a guard, where somebody is signed in for certain. */
export const useSignedIn = (): Session => {
  const session = useSession().session ?? leaving
  if (!session) throw new Error('useSignedIn outside a guarded screen')
  return session
}

/** The organization of the session; screens behind the organization's guard only. */
export const useOrganization = (): NonNullable<Session['organization']> => {
  const { organization } = useSignedIn()
  if (!organization) throw new Error('useOrganization without an organization in the session')
  return organization
}

/** The department's time zone; the device's own where the session has no department. */
export const useZone = (): string =>
  useSignedIn().organization?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Asks again who is signed in: after sign-in, a switch of organization, or a poke of topic `session`. */
export const useRenewSession = () => {
  const client = useQueryClient()
  return () => renewSession(client)
}
export const renewSession = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: sessionKey })

/** Asks again only where what is known is stale: by the clock, since the observer's timer stands still while a device sleeps. */
export const renewStaleSession = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: sessionKey, predicate: (query) => query.isStaleByTime(STALE_MS) })

let over = false
/** False as soon as the end was met, though the screens may still be there. */
export const isSignedIn = (client: QueryClient): boolean => !over && Boolean(client.getQueryData(sessionKey))

const lapses = ['idle', 'lasted', 'elsewhere'] as const
/** Why a session is over: by the person, after idle minutes, after its hours in all, or by somebody else's act. */
export type End = 'signed_out' | (typeof lapses)[number]
/** Whether it is a reason that the server gives. */
export const isEnd = (why: unknown): why is (typeof lapses)[number] => lapses.some((one) => one === why)
type Told = { kind: 'changed' } | { kind: 'ended'; why: End } | { kind: 'extended'; ends: EndsAnswer }

let cutOff = false
/** Whether the last session of this page ended without the person's doing; asked once. */
export const wasCutOff = (): boolean => {
  const was = cutOff
  cutOff = false
  return was
}

let onEnd: (why: End) => void = () => {}
/** The application hears here, once in each tab, that the session is over. */
export const listenForEnd = (listener: (why: End) => void): void => {
  onEnd = listener
}

let met: End | null = null
/** The page was opened with a session that is over already: why is said where the guard leads to the sign-in. */
export const meetEnd = (why: End): void => {
  if (!over) met = why
}
export const sayMetEnd = (): void => {
  const why = met
  met = null
  if (why === null || over) return
  cutOff = true
  onEnd(why)
}

/** Leaves nothing of the person behind: cache, shell and, after a sign-out, drafts; those of a session that merely ended wait
 * for the same person. Other tabs are told. */
export const forgetSession = async (client: QueryClient, why: End, tell = true): Promise<void> => {
  over = true
  forgetEnds()
  await client.cancelQueries()
  leaving = client.getQueryData<Session>(sessionKey) ?? null
  setTimeout(() => {
    leaving = null
  }, 1000)
  client.setQueryData(sessionKey, null)
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
  clearShell()
  cutOff = why !== 'signed_out'
  if (why === 'signed_out') sessionStorage.clear()
  if (tell) tellTabs({ kind: 'ended', why })
  onEnd(why)
}

const sessions = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')
const tellTabs = (told: Told): void => sessions?.postMessage(told)

/** Somebody has signed in: every other tab looks again. */
export const announceSession = (): void => {
  stay()
  tellTabs({ kind: 'changed' })
}
/** The idle end has moved: for this tab and every other. */
export const prolongSession = (ends: EndsAnswer): void => {
  noteEnds(ends)
  tellTabs({ kind: 'extended', ends })
}
/** Hears that another tab signed in, moved the idle end, or met the end. */
export const listenToTabs = (client: QueryClient): void => {
  if (!sessions) return
  sessions.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (told.kind === 'extended') return noteEnds(told.ends)
    if (told.kind === 'ended') {
      if (isSignedIn(client)) void forgetSession(client, told.why, false)
      return
    }
    stay()
    void renewSession(client)
  }
}

const draftsOwner = 'drafts-of'
/** What was typed in this tab is shown again to the person who typed it, in the same department, and to nobody else. */
const claimDrafts = (session: Session): void => {
  const owner = `${session.person.id} ${session.organization?.id ?? ''}`
  try {
    if (sessionStorage.getItem(draftsOwner) === owner) return
    sessionStorage.clear()
    sessionStorage.setItem(draftsOwner, owner)
  } catch {
    // No storage: no drafts either.
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
  const { officer } = session
  // What a super admin looks into is kept nowhere.
  const organization = session.super_admin ? null : session.organization
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
