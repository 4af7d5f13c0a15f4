import { insertDraft, insertLine, recount } from '#features/vendor/invoices/store.write.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { plainDateWords, type WallDate } from '#platform/shared/time.ts'
import type { FoundContract } from './contract.ts'
import { CANCELLATION, type Charge, chargesDue, periodsOf } from './rules.ts'
import { tierWords } from './words.ts'

type Charged = Charge & { invoice_id: string; status: 'draft' | 'issued'; kind: 'invoice' | 'credit_note' }

const listCharges = (db: Db, contract_id: string) =>
  db.rows<Charged>(sql`select c.instalment, c.version, c.amount_cents::float8 as amount_cents, c.invoice_id, i.status, i.kind
    from contract_charges c join invoices i on i.organization_id = c.organization_id and i.id = c.invoice_id
    where ${ours('c')} and c.contract_id = ${contract_id}::uuid
    order by c.instalment, c.created_at, c.version`)

const insertCharge = (db: Db, contract_id: string, charge: Charge, invoice_id: string) =>
  db.run(sql`insert into contract_charges (organization_id, contract_id, instalment, version, amount_cents, invoice_id)
    values ((select app.organization_id()), ${contract_id}::uuid, ${charge.instalment}, ${charge.version}, ${charge.amount_cents},
      ${invoice_id}::uuid)`)

/**
 * The amount of an issued invoice that can still be credited, before tax: its taxable lines minus existing and drafted credit
 * notes.
 */
const creditable = async (db: Db, invoice_id: string): Promise<number> => {
  const row = await db.row<{
    cents: number
  }>(sql`select (i.taxable_cents - coalesce((select sum(n.taxable_cents) from invoices n
      where n.organization_id = i.organization_id and n.credits_id = i.id), 0))::float8 as cents
    from invoices i where ${ours('i')} and i.id = ${invoice_id}::uuid`)
  return row?.cents ?? 0
}

const wordsOf = (contract: FoundContract, charge: Charge): string => {
  const period = periodsOf(contract.starts_on, contract.billing)[charge.instalment]
  const version = charge.version === CANCELLATION ? contract.versions.at(-1) : contract.versions[charge.version - 1]
  const plan = version ? `${tierWords[version.tier]} plan, ${version.size} officers` : 'Plan'
  const days = `${plainDateWords(period?.from ?? '')} to ${plainDateWords(period?.to ?? '')}`
  return `${plan}: ${days}`
}
const changeWords = (contract: FoundContract, charge: Charge): string => {
  const from =
    charge.version === CANCELLATION ? contract.cancelled_from : contract.versions[charge.version - 1]?.effective_on
  const what = charge.version === CANCELLATION ? 'Canceled' : 'Changed'
  return `${wordsOf(contract, charge)}. ${what} from ${plainDateWords(from ?? contract.starts_on)}`
}

const draftFor = (db: Db, contract: FoundContract, charge: Charge) => {
  const period = periodsOf(contract.starts_on, contract.billing)[charge.instalment]
  return insertDraft(db, {
    kind: 'invoice',
    currency: contract.currency,
    contract_id: contract.id,
    credits_id: null,
    period_from: period?.from ?? null,
    period_to: period?.to ?? null,
    purchase_order: contract.purchase_order,
    note: '',
  })
}

const lineOf = (description: string, unit_cents: number) => ({ description, quantity: 1, unit_cents, taxable: true })

/** Reverses a reduction on the invoices that charged it, latest first: lowers a draft, or drafts a credit note for an issued one. */
const takeBack = async (
  db: Db,
  contract: FoundContract,
  charge: Charge,
  before: readonly Charged[],
): Promise<string | null> => {
  let left = -charge.amount_cents
  let first: string | null = null
  for (const one of before.filter(({ kind }) => kind === 'invoice').toReversed()) {
    const most =
      one.status === 'draft' ? one.amount_cents : Math.min(one.amount_cents, await creditable(db, one.invoice_id))
    const part = Math.min(left, Math.max(0, most))
    if (part === 0) continue
    const target =
      one.status === 'draft'
        ? one.invoice_id
        : await insertDraft(db, {
            kind: 'credit_note',
            currency: contract.currency,
            contract_id: contract.id,
            credits_id: one.invoice_id,
            period_from: null,
            period_to: null,
            purchase_order: contract.purchase_order,
            note: '',
          })
    await insertLine(db, target, lineOf(changeWords(contract, charge), one.status === 'draft' ? -part : part))
    await recount(db, target)
    first ??= target
    left -= part
  }
  return first
}

/**
 * Drafts what a contract has to charge by now, each installment and each change only once, guaranteed by the key of
 * `contract_charges`. The contract must be locked. Returns how many drafts it created or changed.
 */
export const draftCharges = async (db: Db, contract: FoundContract, today: WallDate): Promise<number> => {
  const charged = await listCharges(db, contract.id)
  const due = chargesDue(contract, charged, today)
  for (const charge of due) {
    const before = charged.filter((one) => one.instalment === charge.instalment)
    if (charge.amount_cents < 0) {
      const target = await takeBack(db, contract, charge, before)
      if (target) await insertCharge(db, contract.id, charge, target)
      continue
    }
    const draft = before.find((one) => one.status === 'draft' && one.kind === 'invoice')?.invoice_id
    const target = draft ?? (await draftFor(db, contract, charge))
    const words = before.length === 0 ? wordsOf(contract, charge) : changeWords(contract, charge)
    await insertLine(db, target, lineOf(words, charge.amount_cents))
    await insertCharge(db, contract.id, charge, target)
    await recount(db, target)
  }
  return due.length
}

/** Deletes a canceled contract's drafts for days after the cancellation, with their charges, and drafts that are empty as a result. */
export const deleteDraftsFrom = (db: Db, contract: { id: string; cancelled_from: WallDate }) =>
  db.run(sql`delete from invoices where ${ours()} and contract_id = ${contract.id}::uuid
    and status = 'draft' and kind = 'invoice' and period_from >= ${contract.cancelled_from}::date`)
