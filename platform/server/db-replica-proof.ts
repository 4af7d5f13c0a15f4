import type pg from 'pg'
import type { Sql } from './sql.ts'
import { sql } from './sql.ts'

/** What a connection says of its server and of itself. */
export type Identity = {
  system: string
  database: string
  role: string
  privileged: boolean
  recovering: boolean
  version: string | null
  isolation: string
  row_security: string
  clock: Date
}

/** Asked as the application's role. The system identifier is that of the cluster; a physical copy has the same, and the same ids. */
export const identityNow: Sql = sql`select (select system_identifier::text from pg_control_system()) as system, d.oid::text as database,
    current_user as role, r.rolsuper or r.rolbypassrls as privileged, pg_is_in_recovery() as recovering,
    obj_description(to_regnamespace('app')) as version, current_setting('default_transaction_isolation') as isolation,
    current_setting('row_security') as row_security, clock_timestamp() as clock
  from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`

/** What the primary says, with the time of this process in the middle of the question. */
export type Known = { identity: Identity; at: number }

const mostSkewMs = 2_000

/** Why this is not a replica of the primary to read from: null if it is; 'primary' if it takes writes itself. */
export const refuseReplica = (primary: Known, replica: Known): string | null => {
  const [own, other] = [primary.identity, replica.identity]
  if (other.system !== own.system || other.database !== own.database) return 'another database'
  if (!other.recovering) return 'primary'
  if (other.role !== own.role || other.privileged) return `the role ${other.role}`
  if (other.row_security !== 'on') return 'row security is off'
  if (other.version !== own.version) return 'another version of the schema'
  // Then every statement has a snapshot of its own, which the check of the position relies on.
  if (other.isolation !== 'read committed') return `transactions are ${other.isolation}`
  const skew = other.clock.getTime() - replica.at - (own.clock.getTime() - primary.at)
  return Math.abs(skew) > mostSkewMs ? `its clock is off by ${Math.round(skew / 1000)} s` : null
}

/** What the owner sees of a replica: faults of its fence, and the timeline that it follows, as hexadecimal like a log file's name. */
export type Inspection = { faults: readonly string[]; timeline: string }

/** Only a superuser or a member of `pg_monitor` sees the first; the others follow at the next restart point. */
export const timelineOf = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ timeline: string }>(`select lpad(upper(to_hex(greatest(
      (select received_tli from pg_stat_wal_receiver), (select min_recovery_end_timeline from pg_control_recovery()),
      (select timeline_id from pg_control_checkpoint())))), 8, '0') as timeline`)
  return rows[0]?.timeline ?? ''
}
