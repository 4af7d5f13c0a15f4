import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import { ERASE_AFTER_DAYS } from './rules.erasures.ts'

const PAGE = 50

const facts = sql`'id', e.id, 'organization_id', e.subject_id, 'name', e.subject_name, 'subdomain', e.subject_subdomain,
  'reason', e.reason, 'asked', json_build_object('by', e.asked_by_name, 'at', e.asked_at), 'erase_after', e.erase_after,
  'confirmed', case when e.confirmed_at is not null then json_build_object('by', e.confirmed_by_name, 'at', e.confirmed_at) end,
  'called_off', case when e.called_off_at is not null then json_build_object('by', coalesce(e.called_off_by_name, ''),
    'at', e.called_off_at, 'reason', coalesce(e.call_off_reason, '')) end,
  'begun_at', e.begun_at, 'finished_at', e.finished_at`
/** For `e`, as the database enforces it (0050): on the staff continuously since the request, and not the requester. */
const mayConfirm = sql`app.may_confirm_erasure((select app.user_id()), e.asked_by, e.asked_at, e.asked_alone)`

export const findOpen = (organizationId: string): Sql => sql`
  select json_build_object(
    'erasure', (select json_build_object(${facts}) from organization_erasures e
      where ${ours('e')} and e.subject_id = ${organizationId}::uuid and e.called_off_at is null),
    'needs_another', (select case when ${mayConfirm} then null when e.asked_by = (select app.user_id()) then 'own' else 'later' end
      from organization_erasures e where ${ours('e')} and e.subject_id = ${organizationId}::uuid and e.called_off_at is null))::text as json`

/** The cursor is the last one's `asked_at` and id; an unknown id starts from the beginning. */
export const listErasures = (after: string | undefined): Sql => {
  const last = readCursor(after)
  return sql`with page as (
      select row_number() over (order by e.asked_at desc, e.id desc) as place, e.asked_at, e.id, json_build_object(${facts}) as item
      from organization_erasures e where ${ours('e')}
        and (${last?.id ?? null}::uuid is null or (e.asked_at, e.id) < (${last?.at ?? null}::timestamptz, ${last?.id ?? null}::uuid))
      order by e.asked_at desc, e.id desc limit ${PAGE + 1}::int)
    select json_build_object('items', coalesce((select json_agg(item order by place) from page where place <= ${PAGE}::int), '[]'),
      'next', (select to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from page
        where place = ${PAGE}::int and exists (select from page where place > ${PAGE}::int)))::text as json`
}

export const findCertificate = (id: string): Sql => sql`
  select json_build_object(${facts}, 'rows', e.rows, 'seal', case when e.seal_number is not null then json_build_object(
      'number', e.seal_number::text, 'hash', e.seal_digest, 'sealed_at', e.sealed_at) end)::text as json
  from organization_erasures e where ${ours('e')} and e.id = ${id}::uuid`

export type Closing = { id: string; name: string; subdomain: string; primary_color: string; state: string }
/** The organization in scope, locked until the transaction ends; null if it is not a department. */
export const lockOrganization = (db: Db) =>
  db.row<Closing>(sql`select id, name, subdomain, primary_color, state from organizations
    where id = (select app.organization_id()) and state in ${oneOf(presentStates)} for no key update`)

/** Closes the organization in scope; returns when it can be erased. */
export const updateClosing = (db: Db, reason: string) =>
  db.row<{ erase_after: Date; day: string }>(sql`update organizations set state = 'closing', state_reason = ${reason},
      state_since = now(), erase_after = now() + make_interval(days => ${ERASE_AFTER_DAYS}::int), erase_confirmed_at = null,
      updated_at = now(), version = version + 1
    where id = (select app.organization_id())
    returning erase_after, to_char(erase_after at time zone time_zone, 'FMMonth FMDD, YYYY') as day`)

export const updateReopened = (db: Db, state: string, reason: string) =>
  db.run(sql`update organizations set state = ${state}, state_reason = ${reason}, state_since = now(), erase_after = null,
      updated_at = now(), version = version + 1
    where id = (select app.organization_id())`)

export const updateConfirmed = (db: Db) =>
  db.run(sql`update organizations set erase_confirmed_at = now(), updated_at = now(), version = version + 1
    where id = (select app.organization_id())`)

/** Email addresses of the admins of the organization in scope who can sign in. */
export const listAdminAddresses = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{
      email: string
    }>(sql`select email from officers where ${ours()}
      and role = 'admin' and approved and suspended_at is null and left_on is null and email is not null order by id`)
  ).map(({ email }) => email)

/** In the vendor's scope, after `updateClosing`, whose instant it copies to the microsecond. */
export const insertErasure = (db: Db, it: { subject: Closing; reason: string; by_name: string }) =>
  db.run(sql`insert into organization_erasures (organization_id, subject_id, subject_name, subject_subdomain, state_before,
      reason, asked_by, asked_by_name, erase_after)
    select (select app.organization_id()), o.id, o.name, o.subdomain, ${it.subject.state}, ${it.reason},
      (select app.user_id()), ${it.by_name}, o.erase_after from organizations o where o.id = ${it.subject.id}::uuid`)

export type Open = {
  id: string
  state_before: string
  erase_after: Date
  confirmed: boolean
  may_confirm: boolean
  now_at: Date
}
/** The pending deletion, locked. In the vendor's scope. */
export const lockErasure = (db: Db, organizationId: string) =>
  db.row<Open>(sql`select e.id, e.state_before, e.erase_after, e.confirmed_at is not null as confirmed,
      ${mayConfirm} as may_confirm, now() as now_at
    from organization_erasures e where ${ours('e')} and e.subject_id = ${organizationId}::uuid and e.called_off_at is null
    for update of e`)

export const updateErasureCalledOff = (db: Db, id: string, by: { name: string; reason: string }) =>
  db.run(sql`update organization_erasures e set called_off_at = now(), called_off_by = (select app.user_id()),
      called_off_by_name = ${by.name}, call_off_reason = ${by.reason} where ${ours('e')} and e.id = ${id}::uuid`)

export const updateErasureConfirmed = (db: Db, id: string, name: string) =>
  db.run(sql`update organization_erasures e set confirmed_at = now(), confirmed_by = (select app.user_id()),
      confirmed_by_name = ${name} where ${ours('e')} and e.id = ${id}::uuid`)
