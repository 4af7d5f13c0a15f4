import type { Db } from '#platform/server/db.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Currency } from '#platform/shared/money.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { WallDate } from '#platform/shared/time.ts'
import type { FoundContract } from './contract.ts'
import type { Billing, ContractTier, Size } from './rules.ts'
import { SUSPEND_AFTER_DAYS } from './rules.ts'
import { contractOf, today } from './store.ts'

export type Customer = { id: string; name: string; state: string; today: WallDate }
/** The organization in scope, if the vendor can bill it; otherwise null. */
export const findCustomer = (db: Db) =>
  db.row<Customer>(sql`select g.id, g.name, g.state, ${today}::text as today from organizations g
    where g.id = (select app.organization_id()) and g.state in ${oneOf(presentStates)}`)

export type Details = {
  legal_name: string
  address: string
  email: string | null
  tax_name: string
  tax_rate_millionths: number
  tax_exempt: boolean
  exemption_certificate: string
  reminders: boolean
  suspend_after_days: number
  version: number
}
const untold: Details = {
  legal_name: '',
  address: '',
  email: null,
  tax_name: 'Sales tax',
  tax_rate_millionths: 0,
  tax_exempt: false,
  exemption_certificate: '',
  reminders: true,
  suspend_after_days: SUSPEND_AFTER_DAYS,
  version: 0,
}
/** The billing details of the organization in scope, or a customer's defaults. */
export const findDetails = async (db: Db): Promise<Details> =>
  (await db.row<Details>(sql`select legal_name, address, email, tax_name, tax_rate_millionths, tax_exempt, exemption_certificate,
      reminders, suspend_after_days, version
    from billing_accounts where ${ours()}`)) ?? untold

/** Saves them if `version` is current (0: nothing saved yet); the new version, or null. */
export const upsertDetails = async (db: Db, { version, ...d }: Details): Promise<number | null> => {
  const row = await db.row<{ version: number }>(sql`
    insert into billing_accounts as a (organization_id, legal_name, address, email, tax_name, tax_rate_millionths, tax_exempt,
      exemption_certificate, reminders, suspend_after_days)
    values ((select app.organization_id()), ${d.legal_name}, ${d.address}, ${d.email}, ${d.tax_name}, ${d.tax_rate_millionths},
      ${d.tax_exempt}, ${d.exemption_certificate}, ${d.reminders}, ${d.suspend_after_days})
    on conflict (organization_id) do update set legal_name = excluded.legal_name, address = excluded.address,
      email = excluded.email, tax_name = excluded.tax_name, tax_rate_millionths = excluded.tax_rate_millionths,
      tax_exempt = excluded.tax_exempt, exemption_certificate = excluded.exemption_certificate,
      reminders = excluded.reminders, suspend_after_days = excluded.suspend_after_days,
      updated_at = now(), version = a.version + 1
    where a.version = ${version}::int returning a.version`)
  return row && (version > 0 || row.version === 1) ? row.version : null
}

export type NewContract = {
  currency: Currency
  billing: Billing
  starts_on: WallDate
  ends_on: WallDate
  renews: boolean
  notice_days: number
  purchase_order: string
  renewal_of: string | null
}
export const insertContract = async (db: Db, c: NewContract): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into contracts (organization_id, currency, billing, starts_on, ends_on, renews,
      notice_days, purchase_order, renewal_of, created_by)
    values ((select app.organization_id()), ${c.currency}, ${c.billing}, ${c.starts_on}::date, ${c.ends_on}::date, ${c.renews},
      ${c.notice_days}, ${c.purchase_order}, ${c.renewal_of}::uuid, (select app.user_id())) returning id`)
  if (!row) throw new Error('no contract came back')
  return row.id
}

export type NewVersion = {
  number: number
  effective_on: WallDate
  size: Size
  tier: ContractTier
  price_cents: number
  list_cents: number | null
  note: string
}
export const insertVersion = (db: Db, contract_id: string, v: NewVersion) =>
  db.run(sql`insert into contract_versions (organization_id, contract_id, number, effective_on, size, tier, price_cents, list_cents,
      note, created_by)
    values ((select app.organization_id()), ${contract_id}::uuid, ${v.number}, ${v.effective_on}::date, ${v.size}, ${v.tier},
      ${v.price_cents}, ${v.list_cents}, ${v.note}, (select app.user_id()))`)

/**
 * The contract with its versions, locked until the transaction ends. Two statements, because the first one's snapshot is older
 * than the lock.
 */
export const lockContract = async (db: Db, id: string): Promise<FoundContract | null> => {
  await db.rows(sql`select id from contracts where ${ours()} and id = ${id}::uuid
    for no key update`)
  return (await db.row<{ item: FoundContract }>(contractOf(sql`${id}::uuid`)))?.item ?? null
}

export const updateRenewal = (
  db: Db,
  id: string,
  c: { renews: boolean; notice_days: number; purchase_order: string },
) =>
  db.run(sql`update contracts set renews = ${c.renews}, notice_days = ${c.notice_days}, purchase_order = ${c.purchase_order},
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const touchContract = (db: Db, id: string) =>
  db.run(sql`update contracts set updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const updateCancelled = (
  db: Db,
  id: string,
  c: { cancelled_from: WallDate; reason: string; credits: boolean },
) =>
  db.run(sql`update contracts set cancelled_from = ${c.cancelled_from}::date, cancel_reason = ${c.reason}, cancelled_at = now(),
      cancel_credits = ${c.credits}, renews = false, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

/** Contracts that the jobs check: those with a recent or upcoming period that may not be charged yet. */
export const listLiveContracts = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id from contracts where ${ours()}
      and starts_on <= ${today} + 200 and ends_on >= ${today} - 400 order by starts_on, id`)
  ).map(({ id }) => id)

export const isRenewed = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select id from contracts where ${ours()}
    and renewal_of = ${id}::uuid`)) !== null

/** An open task, locked; null if there is none with that id. */
export const lockTask = (db: Db, id: string) =>
  db.row<{ id: string; state: string }>(sql`select id, state from billing_tasks
    where ${ours()} and id = ${id}::uuid for no key update`)

export const updateTask = (db: Db, id: string, decision: 'suspended' | 'left', note: string) =>
  db.run(sql`update billing_tasks set state = ${decision}, note = ${note}, decided_at = now(), decided_by = (select app.user_id())
    where ${ours()} and id = ${id}::uuid`)
