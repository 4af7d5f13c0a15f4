import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, useContext, useEffect, useMemo } from 'react'
import type { z } from 'zod'
import type { Endpoint, Feature } from '#platform/shared/endpoint.ts'
import type { TimeFormat } from '#platform/shared/time.ts'
import { ApiError, call, isUndecided } from './api.ts'
import { cameWithPage, leaveFirst } from './first-reads.ts'
import { leaveReads } from './holders.ts'
import { learn, STALE_MS, TrialOver } from './reads.ts'
import { claimRunning, correctRunning, forgetRunning, readRunning } from './running-shift.ts'
import { type Asked, askedNow, forgetEnds, noteEnds, noteToldEnds, prolongHere } from './session-ends.ts'
import { hearTabs, tellTabs } from './session-tabs.ts'
import { claimReads, mayBeStored, openStored, ownerOf, wipeReads } from './stored.ts'

/** Who is signed in. The endpoint belongs to `features/people/sessions`; the application passes it in (`SessionProvider`). */
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
    features_enabled: Record<Feature, boolean>
    trial_end_date: string | null
    max_officers: number | null
    trial: null | { expired: boolean; days_left: number | null }
    /** The vendor is closing the department: everything is erased after this. */
    closes_at: string | null
    next_day_at: string
  }
  /** The department's notice, until it is accepted; nothing else opens before that. */
  notice: null | { version: number; text: string }
  super_admin: boolean
  /** During support access; `organization` is then the visited department. */
  support: null | { id: string; reason: string; may_write: boolean; ends_at: string }
  /** Vendor staff with support access right now; for the department's admins only. */
  visits: { id: string; by_name: string; reason: string; may_write: boolean; ends_at: string }[]
  second_factor: 'given' | 'needed' | 'none'
  memberships: {
    organization_id: string
    name: string
    subdomain: string
    role: 'admin' | 'officer'
    standing: 'pending' | 'approved' | 'rejected' | 'suspended' | 'left'
  }[]
  /** The server's clock at this response. */
  now_at: string
  /** When the session ends without further activity, and its latest possible end. */
  idle_ends_at: string
  ends_at: string
}
type SessionEndpoint = Endpoint<z.ZodType, z.ZodType<Session>>

type Known = {
  /** `undefined` while unknown, `null` when no one is signed in. */
  session: Session | null | undefined
  error: ApiError | null
  again: () => void
}
const SessionContext = createContext<Known>({ session: undefined, error: null, again: () => undefined })
const sessionKey = ['session.get'] as const

/** Reads who is signed in, once for the whole page: every row of a list may need it. */
export const SessionProvider = ({ endpoint, children }: { endpoint: SessionEndpoint; children: ReactNode }) => {
  learn(endpoint)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery<Session | null, ApiError>({
    queryKey: sessionKey,
    // OrganizationProvider refetches stale data shortly after a route change.
    refetchOnMount: false,
    queryFn: ({ signal }) => readSession(client, endpoint, signal),
  })
  const access = data ? accessOf(data) : null
  useEffect(() => {
    if (access === null) return
    void client.invalidateQueries({ predicate: ({ state }) => isForbidden(state.error) })
  }, [client, access])
  const known = useMemo<Known>(
    () => ({ session: data, error: data === undefined ? error : null, again: () => void refetch() }),
    [data, error, refetch],
  )
  // Vendor staff are not affected by an expired trial.
  const over = data?.super_admin === false && data.organization?.trial?.expired === true
  return createElement(SessionContext, { value: known }, createElement(TrialOver, { value: over }, children))
}

/** When the session was last read, by the server's clock and by this device's. */
export const sessionReadAt = (client: QueryClient): { since: string | null; at: number } => {
  const state = client.getQueryState<Session | null>(sessionKey)
  return { since: state?.data?.now_at ?? null, at: state?.dataUpdatedAt ?? 0 }
}

export const useSession = (): Known => useContext(SessionContext)

/** A connection that doesn't answer within this time counts as none, if this device can show stored reads or the shift under way instead. */
const answersWithin = 4000

const readSession = async (client: QueryClient, endpoint: SessionEndpoint, signal: AbortSignal) => {
  const opened = client.getQueryData(sessionKey) === undefined
  if (!opened) leaveFirst()
  const first = opened && mayBeStored()
  // With the page, or now.
  const came = cameWithPage?.reads.has(endpoint.path) ? cameWithPage : undefined
  const asked = came?.asked ?? askedNow()
  const limited = first || (opened && readRunning() !== null)
  const limit = limited ? AbortSignal.any([signal, AbortSignal.timeout(answersWithin)]) : signal
  try {
    const session = await call(endpoint, {}, { signal: limit })
    heard(session, asked, came?.arrived)
    await claimReads(session)
    leaveReads(client, sessionKey, session)
    return session
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) {
      if (error.details.ended === 'elsewhere') forgetRunning()
      else correctRunning(Date.parse(String(error.details.now_at)), asked)
      await forgetStored()
      return null
    }
    // Also if the server fails or is too busy: an officer must be able to check out. Not if it refuses.
    if (!first || !isUndecided(error)) throw error
    const kept = (await openStored(client)) as Session | null
    if (kept) over = false
    else if (mayBeStored()) throw error
    else {
      // What was stored belonged to a session that has lapsed.
      await forgetStored()
      meetEnd('idle')
    }
    return kept
  }
}

/** The page was opened without a session: deletes what the last one left. The way back to the department's sign-in stays known. */
const forgetStored = async (): Promise<void> => {
  await wipeReads()
  agency = lastAgency()
  clearShell()
}

const heard = (session: Session, asked: Asked, arrived?: Asked): void => {
  over = false
  noteEnds(session, asked, arrived)
  saveShell(session)
  claimDrafts(session)
  claimRunning(ownerOf(session))
}

/** Stores a session read outside the query; the guard makes its own request. `asked`: when it was sent. */
export const keepSession = (client: QueryClient, session: Session, asked: Asked): void => {
  heard(session, asked)
  leaveReads(client, sessionKey, session)
  void claimReads(session)
  client.setQueryData(sessionKey, session)
}

/** Whether the flag is on for the person: super admins have all flags (specification section 4). */
export const hasFlag = (
  session: { super_admin: boolean; organization: null | { features_enabled: Record<Feature, boolean> } },
  feature: Feature,
): boolean => session.super_admin || session.organization?.features_enabled[feature] === true

/** The session that just ended, for screens that render once more before their guard removes them. */
let leaving: Session | null = null

/** Whether this person may open the department's admin pages: an approved admin, or vendor support during support access. */
export const isAdminHere = (session: Session | null | undefined): boolean =>
  Boolean(session && (session.support || (session.officer?.role === 'admin' && session.officer.approved)))

/** Whether the department is open to its people; calls closed by an expired trial are not made either. */
export const isOpenHere = (session: Session | null | undefined): boolean =>
  Boolean(session && (session.super_admin || !session.organization?.trial?.expired))

/** The facts that decide which reads are allowed. When they change, refused reads run again. */
const accessOf = ({ officer, organization, support, second_factor }: Session): string =>
  JSON.stringify([
    officer?.role,
    officer?.approved,
    support?.id,
    second_factor,
    organization && [
      organization.id,
      organization.subscription_tier,
      organization.features_enabled,
      organization.trial?.expired,
    ],
  ])
const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** For screens behind a guard, where someone is always signed in. */
export const useSignedIn = (): Session => {
  const session = useSession().session ?? leaving
  if (!session) throw new Error('useSignedIn without one')
  return session
}

/** The session's organization; only for screens behind the organization guard. */
export const useOrganization = (): NonNullable<Session['organization']> => {
  const { organization } = useSignedIn()
  if (!organization) throw new Error('useOrganization without one')
  return organization
}

/** The department's time zone, or the device's if the session has no department. */
export const useZone = (): string =>
  useSignedIn().organization?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Reads the session again: after sign-in, a switch of organization, or a poke of topic `session`. */
export const useRenewSession = () => {
  const client = useQueryClient()
  return () => renewSession(client)
}
export const renewSession = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: sessionKey })

/** Refetches only if the data is stale by the clock, since the observer's timer stops while a device sleeps. */
export const renewStaleSession = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: sessionKey, predicate: (query) => query.isStaleByTime(STALE_MS) })

let over = false
/** False as soon as the end is known, even if the screens are still there. */
export const isSignedIn = (client: QueryClient): boolean => !over && Boolean(client.getQueryData(sessionKey))

const lapses = ['idle', 'lasted', 'elsewhere'] as const
/** Why a session ended: signed out by the person, inactivity, its maximum length, or someone else's action. */
export type End = 'signed_out' | (typeof lapses)[number]
/** Whether it is a reason the server gives. */
export const isEnd = (why: unknown): why is (typeof lapses)[number] => lapses.some((one) => one === why)

let cutOff = false
/** Whether this page's last session ended through no action of the person; can be read once. */
export const wasCutOff = (): boolean => {
  const was = cutOff
  cutOff = false
  return was
}

let onEnd: (why: End) => void = () => {}
let onGone: () => void = () => {}
/**
 * Notifies the application, once per tab, that the session is over: `ended` at once, with the reason; `gone` when everything about
 * the person has been removed from memory and storage, so that it can remove its own.
 */
export const listenForEnd = (ended: (why: End) => void, gone: () => void): void => {
  onEnd = ended
  onGone = gone
}

let met: End | null = null
/** The page was opened with an ended session: keeps the reason for the guard's redirect to sign-in. */
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

/**
 * Removes everything about the person: cache, shell and, after a sign-out, drafts; drafts of a session that merely ended are kept
 * for the same person. Notifies other tabs.
 */
export const forgetSession = async (client: QueryClient, why: End, tell = true): Promise<void> => {
  over = true
  // Only the clocks ended the session: the officer can still check out (docs/decisions/0222).
  if (why !== 'idle' && why !== 'lasted') forgetRunning()
  forgetEnds()
  // First, so that a message about the refused call itself comes later and stays.
  onEnd(why)
  await client.cancelQueries()
  await wipeReads()
  leaving = client.getQueryData<Session>(sessionKey) ?? null
  setTimeout(() => {
    leaving = null
  }, 1000)
  client.setQueryData(sessionKey, null)
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
  clearShell()
  cutOff = why !== 'signed_out'
  if (why === 'signed_out') sessionStorage.clear()
  onGone()
  if (tell) tellTabs({ kind: 'ended', why })
}

/** Someone signed in: every other tab checks again. */
export const announceSession = (): void => {
  stay()
  tellTabs({ kind: 'changed' })
}
/** Listens for other tabs that sign in, extend the session, or find that it ended. */
export const listenToTabs = (client: QueryClient): void => {
  hearTabs<End>((told) => {
    if (told.kind === 'extended') return noteToldEnds(told.ends, told.at, told.way)
    if (told.kind === 'used') return prolongHere(told.idle)
    if (told.kind === 'ended') {
      if (isSignedIn(client)) void forgetSession(client, told.why, false)
      return
    }
    stay()
    void renewSession(client)
  })
}

const draftsOwner = 'drafts-of'
/** Drafts in this tab are shown again only to the person who typed them, in the same department. */
const claimDrafts = (session: Session): void => {
  const owner = `${session.person.id} ${session.organization?.id ?? ''}`
  try {
    if (sessionStorage.getItem(draftsOwner) === owner) return
    sessionStorage.clear()
    sessionStorage.setItem(draftsOwner, owner)
  } catch {
    // Without storage there are no drafts either.
  }
}

/** What the browser stores, without any secrets, so that the frame opens at once and offline. */
export type Shell = {
  name: string
  role: 'admin' | 'officer' | 'super_admin'
  organization: null | { id: string; name: string; subdomain: string; primary_color: string; time_format?: TimeFormat }
  expires_at: string
}
const shellKey = 'shell'

let agency: string | null = null
/** The department last signed in to on this page or stored in the shell, for returning to its sign-in. */
export const lastAgency = (): string | null => agency ?? readShell()?.organization?.subdomain ?? null

const saveShell = (session: Session): void => {
  const { officer } = session
  // The department a super admin visits is not stored anywhere.
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
    // Without storage the frame waits for the session response instead.
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
/** Where the guard now sends signed-out people; it may ask more than once along the way. */
export const depart = (to: string): void => {
  leavingFor = to
}
export const stay = (): void => {
  leavingFor = null
}
export const departure = (): string | null => leavingFor
