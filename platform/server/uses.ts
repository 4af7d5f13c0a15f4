import type { Endpoint } from '#platform/shared/endpoint.ts'
import { HOUR } from '#platform/shared/time.ts'
import type { Database } from './db.ts'
import type { RequestFacts } from './route.ts'
import { entryOf } from './run.ts'
import { sql } from './sql.ts'

/** Once per session, feature and hour; bounded so that a long-running process does not fill memory. */
const noted = new Set<string>()
const most = 20_000

/**
 * Records the day on which someone in a department used a call that needs a feature; adoption figures count these. Runs after the
 * response, in a separate transaction as the same person; if it fails, the next call records it.
 */
export const noteUse = (database: Database, endpoint: Endpoint, facts: RequestFacts): void => {
  const { feature } = endpoint
  if (!feature || feature === 'custom_branding' || facts.token === null) return
  const key = `${facts.token.toString('base64')} ${feature} ${Math.floor(Date.now() / HOUR)}`
  if (noted.has(key)) return
  if (noted.size >= most) noted.clear()
  noted.add(key)
  database
    .transaction([entryOf(endpoint, facts)], (db) =>
      db.run(sql`insert into feature_uses (organization_id, feature, day)
        select g.id, ${feature}, (now() at time zone g.time_zone)::date from organizations g
        where g.id = (select app.organization_id()) and (select app.role()) in ('admin', 'officer')
          and (select app.support()) is null
        on conflict do nothing`),
    )
    .catch(() => noted.delete(key))
}
