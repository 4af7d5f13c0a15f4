import type { FunctionComponent } from 'react'
import { z } from 'zod'
import { type Endpoint, endpoint, type InputOf, type OutputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from './api.ts'
import { drawnScreen } from './drawn-screen.tsx'
import { makeQueryClient, readKey } from './reads.ts'
import type { Session } from './session.ts'

const getSession = endpoint({
  ...{ name: 'session.get', summary: 'The session.', method: 'GET', path: '/api/session', who: 'anyone' },
  ...{ input: z.object({}), output: z.custom<Session>(), errors: {} },
})

export const sessionOf = (role: 'admin' | 'officer', over: Partial<Session> = {}): Session => ({
  person: { id: 'p', name: 'Sam Post', email: 'sam@example.com' },
  officer: { id: 'o', name: 'Sam Post', role, approved: true, waiting: false },
  organization: {
    ...{ id: 'd', name: 'Springfield', subdomain: 'springfield', logo_url: null, primary_color: '#224466' },
    ...{ time_zone: 'America/Chicago', time_format: '24h', signup_mode: 'approval', location_radius_m: 200 },
    ...{ subscription_tier: 'pro', trial_end_date: null, max_officers: null, trial: null, closes_at: null },
    features_enabled: {
      ...{ reports: true, overtime: true, officer_stats: true, custom_branding: true },
      ...{ location_verification: true, audit_logs: true, bulk_operations: true },
    },
    next_day_at: '2099-01-01T00:00:00.000Z',
  },
  ...{ notice: null, super_admin: false, support: null, visits: [], second_factor: 'none', memberships: [] },
  ...{
    now_at: '2027-01-01T00:00:00.000Z',
    idle_ends_at: '2099-01-01T00:00:00.000Z',
    ends_at: '2099-01-01T00:00:00.000Z',
  },
  ...over,
})

/** What a read of a list has: nothing yet, an error, or a page. */
export type ListState<E extends Endpoint> = 'loading' | ApiError | OutputOf<E>
export const listOf = <E extends Endpoint>(of: E, input: InputOf<E>, state: ListState<E>) => ({
  key: [of.name, 'pages', input],
  state,
})
/** The answer of a read that is not a list. */
export const readOf = <E extends Endpoint>(of: E, input: InputOf<E>, answer: OutputOf<E>) => ({
  key: readKey(of, input),
  answer,
})
export const offline = new ApiError(0, { code: 'offline' })

type Drawn = {
  session: Session
  address: string
  lists?: readonly ReturnType<typeof listOf>[]
  reads?: readonly ReturnType<typeof readOf>[]
}

/** The screen's HTML as first drawn at this address, with these answers in the cache. Nothing is called. */
export async function drawScreen(
  Screen: FunctionComponent,
  { session, address, lists = [], reads = [] }: Drawn,
): Promise<string> {
  const client = makeQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } })
  client.setQueryData(['session.get'], session)
  for (const { key, answer } of reads) client.setQueryData(key, answer)
  for (const { key, state } of lists) {
    if (state === 'loading') continue
    if (state instanceof ApiError) {
      const query = client.getQueryCache().build(client, { queryKey: key })
      query.setState({ ...query.state, status: 'error', error: state, fetchStatus: 'idle' })
    } else client.setQueryData(key, { pages: [state], pageParams: [null] })
  }
  return drawnScreen(Screen, { client, session: getSession, address })
}

/** The words of some HTML, one line for each element's text; without years, which depend on the day. */
export const wordsOf = (html: string): string[] =>
  html
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/, \d{4}\b/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
