import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { CODE_MINUTES, CODES_A_DAY } from './rules.texts.ts'

const own = sql`${ours('p')} and p.officer_id = (select app.officer_id())`
const live = sql`${own} and p.stopped_at is null`

/** The number `p` may be called: it is confirmed and live, and so is the consent to calls. */
export const takesCalls = (p: Sql): Sql => sql`(${p}.stopped_at is null and ${p}.confirmed_at is not null
  and ${p}.call_consented_at is not null and ${p}.call_stopped_at is null)`

/** The latest number, also one that was stopped: the page says how it ended. */
export const findPhone = (asked: { texting: boolean; calling: boolean; consent: string }): Sql => sql`
  select json_build_object('texting', ${asked.texting}::boolean, 'calling', ${asked.calling}::boolean,
    'consent_text', ${asked.consent}::text, 'phone', (
    select json_build_object('number', p.number, 'consented_at', p.consented_at, 'confirmed_at', p.confirmed_at,
      'stopped_at', p.stopped_at, 'stopped_why', p.stopped_why,
      'calls_since', case when ${takesCalls(sql`p`)} then p.call_consented_at end)
    from phones p where ${own} order by p.consented_at desc, p.id limit 1))::text as json`

/** Whether the person is on the roster, and may ask for another code today; locks them against a second press. */
export const findAsker = (db: Db) =>
  db.row<{
    department: string
    may: boolean
  }>(sql`select g.name as department, (select count(*) from phones p where ${own}
      and p.consented_at > now() - interval '1 day') < ${CODES_A_DAY}::int as may
    from officers o join organizations g on g.id = o.organization_id
    where ${ours('o')} and o.id = (select app.officer_id()) for no key update of o`)

export const stopPhone = (db: Db, why: 'by_person' | 'replaced') =>
  db.run(sql`update phones p set stopped_at = now(), stopped_why = ${why} where ${live}`)

type Made = { number: string; number_hash: Buffer; consent: string; code_hash: Buffer }
/** Adds a consent for a number that is yet to be confirmed, and the text with its code. */
export const insertPhone = (db: Db, { number, number_hash, consent, code_hash }: Made, message: string) =>
  db.run(sql`with made as (
      insert into phones (organization_id, officer_id, number, number_hash, consent_text, code_hash, code_expires_at)
      values ((select app.organization_id()), (select app.officer_id()), ${number}, ${number_hash}::bytea, ${consent},
        ${code_hash}::bytea, now() + make_interval(mins => ${CODE_MINUTES}::int)) returning *)
    insert into deliveries (organization_id, officer_id, event, audience, channel, title, message, told_at, planned_at,
      expires_at, next_try_at, target_id)
    select organization_id, officer_id, 'phone_code', 'officer', 'text', 'Code', ${message}, now(), now(), code_expires_at,
      now(), id from made`)

export const findCode = (db: Db) =>
  db.row<{
    id: string
    number: string
    code_hash: Buffer
    expired: boolean
    tries: number
  }>(sql`select p.id, p.number, p.code_hash,
      p.code_expires_at <= now() as expired, p.code_tries as tries
    from phones p where ${live} and p.confirmed_at is null for update`)
export const updateTried = (db: Db, id: string) =>
  db.run(sql`update phones p set code_tries = p.code_tries + 1 where ${live} and p.id = ${id}::uuid`)
export const updateConfirmed = (db: Db, id: string) =>
  db.run(sql`update phones p set confirmed_at = now() where ${live} and p.id = ${id}::uuid`)

/** Notes the consent to calls; the audit keeps earlier ones. No rows: the number is not confirmed, or already gets calls. */
export const allowCalls = (db: Db, consent: string) =>
  db.run(sql`update phones p set call_consented_at = now(), call_consent_text = ${consent}, call_stopped_at = null
    where ${live} and p.confirmed_at is not null and not ${takesCalls(sql`p`)}`)
export const stopCalls = (db: Db) =>
  db.run(sql`update phones p set call_stopped_at = now() where ${live} and ${takesCalls(sql`p`)}`)
/** By the jobs: the person pressed the key that ends calls. */
export const stopCallsTo = (db: Db, id: string) =>
  db.run(
    sql`update phones p set call_stopped_at = now() where ${ours('p')} and p.id = ${id}::uuid and ${takesCalls(sql`p`)}`,
  )

/** Enters as nobody, who finds the live rows of one number in all departments, and nothing else. */
export const enterNumber = (number_hash: Buffer): Sql => sql`select set_config('app.role', 'anyone', true),
  set_config('app.token', encode(${number_hash}::bytea, 'hex'), true),
  set_config('app.organization_id', '00000000-0000-0000-0000-000000000000', true)`
export const listNumber =
  () => sql`select p.organization_id, p.id, p.officer_id from phones p where p.stopped_at is null
  and p.confirmed_at is not null and p.number_hash = (select app.token())`

/** By the jobs: the person or the carrier said stop. */
export const stopPhones = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve(0)
    : db.run(sql`update phones p set stopped_at = now(), stopped_why = 'stop_word' where ${ours('p')}
        and p.id = any(${[...ids]}::uuid[]) and p.stopped_at is null`)
