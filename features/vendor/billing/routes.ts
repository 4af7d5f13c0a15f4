import { within } from '#features/people/accounts/store.within.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { contractState, endOfTerm, refuseAmendment } from './rules.ts'
import { deleteDraftsFrom, draftCharges } from './store.charges.ts'
import { listPriceOf } from './store.prices.ts'
import { findAccount, findOverview, listAccounts } from './store.ts'
import * as store from './store.write.ts'

type Found = Omit<contract.Account, 'contracts'> & { contracts: contract.FoundContract[] }

/** The contract, locked and still at the version the caller has seen. */
const hold = async (db: Db, id: string, version: number) => {
  const found = await store.lockContract(db, id)
  if (!found) return refuse('not_found')
  return found.version === version ? found : refuse('changed_meanwhile')
}
const isFound = (held: object): held is contract.FoundContract => 'versions' in held

/** Drafts what the contract has to charge now; the job does the same every hour. */
const charge = async (db: Db, id: string, today: string) => {
  const now = await store.lockContract(db, id)
  if (now) await draftCharges(db, now, today)
}

export const routes: readonly Route[] = [
  read(contract.billingOverview, findOverview),
  read(contract.listAccounts, listAccounts),
  read(
    contract.readAccount,
    ({ organization_id }) => findAccount(organization_id),
    ([row]) => {
      const found = row?.item as Found | undefined
      if (!found) return refuse('not_found')
      const contracts = found.contracts.map((one) => ({ ...one, state: contractState(one, found.today) }))
      return { ...found, contracts }
    },
  ),

  write(contract.editAccount, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      if (!(await store.findCustomer(db))) return refuse('not_found')
      const { organization_id: _, tax_rate, email, ...rest } = input
      const version = await store.upsertDetails(db, { ...rest, email: email || null, tax_rate_millionths: tax_rate })
      return version === null ? refuse('changed_meanwhile') : { version }
    }),
  ),

  write(
    contract.addContract,
    ({ db, input }) =>
      within(db, input.organization_id, async () => {
        const customer = await store.findCustomer(db)
        if (!customer) return refuse('not_found')
        const { size, tier, price, note, ...rest } = input
        const list_cents = await listPriceOf(db, size, input.currency, input.organization_id)
        const id = await store.insertContract(db, { ...rest, ends_on: endOfTerm(input.starts_on), renewal_of: null })
        const first = { number: 1, effective_on: input.starts_on, size, tier, price_cents: price, list_cents, note }
        await store.insertVersion(db, id, first)
        await charge(db, id, customer.today)
        return { id }
      }),
    { constraints: { contracts_one_at_a_time: 'contract_overlaps' } },
  ),

  write(contract.amendContract, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const customer = await store.findCustomer(db)
      if (!customer) return refuse('not_found')
      const held = await hold(db, input.contract_id, input.version)
      if (!isFound(held)) return held
      const code = refuseAmendment(held, held.versions, input.effective_on)
      if (code) return refuse(code)
      const { size, tier, price, note, effective_on } = input
      const list_cents = await listPriceOf(db, size, held.currency, input.organization_id)
      const number = held.versions.length + 1
      await store.insertVersion(db, held.id, { number, effective_on, size, tier, price_cents: price, list_cents, note })
      await store.touchContract(db, held.id)
      await charge(db, held.id, customer.today)
      return { done: true }
    }),
  ),

  write(contract.editRenewal, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      if (!(await store.findCustomer(db))) return refuse('not_found')
      const held = await hold(db, input.contract_id, input.version)
      if (!isFound(held)) return held
      if (held.cancelled_from !== null) return refuse('contract_over')
      if (held.renewed && !input.renews) return refuse('contract_renewed')
      await store.updateRenewal(db, held.id, input)
      return { done: true }
    }),
  ),

  write(contract.cancelContract, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const customer = await store.findCustomer(db)
      if (!customer) return refuse('not_found')
      const held = await hold(db, input.contract_id, input.version)
      if (!isFound(held)) return held
      if (held.cancelled_from !== null) return refuse('contract_over')
      if (held.renewed) return refuse('contract_renewed')
      const { cancelled_from, reason, credits } = input
      if (cancelled_from < held.starts_on || cancelled_from > held.ends_on) return refuse('outside_term')
      await store.updateCancelled(db, held.id, { cancelled_from, reason, credits })
      await deleteDraftsFrom(db, { id: held.id, cancelled_from })
      await charge(db, held.id, customer.today)
      return { done: true }
    }),
  ),

  write(contract.decideTask, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const customer = await store.findCustomer(db)
      const task = customer && (await store.lockTask(db, input.task_id))
      if (!task) return refuse('not_found')
      if (task.state !== 'open') return refuse('task_decided')
      // The state itself is changed on the organization's page, with its reason and its notice to those affected.
      if (input.decision === 'suspended' && customer.state !== 'suspended') return refuse('not_suspended')
      await store.updateTask(db, task.id, input.decision, input.note)
      return { done: true }
    }),
  ),
]
