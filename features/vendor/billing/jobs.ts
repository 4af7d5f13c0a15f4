import type { Db } from '#platform/server/db.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { plusDays } from '#platform/shared/time.ts'
import type { FoundContract } from './contract.ts'
import { endOfTerm, renewsFrom } from './rules.ts'
import { draftCharges } from './store.charges.ts'
import {
  findCustomer,
  insertContract,
  insertVersion,
  isRenewed,
  listLiveContracts,
  lockContract,
} from './store.write.ts'

/** Creates the next term with the last version's terms; only once, guaranteed by the key on `renewal_of`. */
const renew = async (db: Db, contract: FoundContract): Promise<void> => {
  const last = contract.versions.at(-1)
  if (!last || (await isRenewed(db, contract.id))) return
  const starts_on = plusDays(contract.ends_on, 1)
  const id = await insertContract(db, {
    currency: contract.currency,
    billing: contract.billing,
    starts_on,
    ends_on: endOfTerm(starts_on),
    renews: true,
    notice_days: contract.notice_days,
    purchase_order: contract.purchase_order,
    renewal_of: contract.id,
  })
  await insertVersion(db, id, { ...last, number: 1, effective_on: starts_on, note: '' })
}

/** Renews terms whose notice period has passed and drafts upcoming installments. Each only once, however often it runs. */
export const keepContracts = async (db: Db): Promise<void> => {
  const customer = await findCustomer(db)
  if (!customer) return
  for (const id of await listLiveContracts(db)) {
    const contract = await lockContract(db, id)
    if (!contract) continue
    if (contract.renews && contract.cancelled_from === null && renewsFrom(contract) <= customer.today)
      await renew(db, contract)
    await draftCharges(db, contract, customer.today)
  }
}

export const sweeps: readonly Sweep[] = [{ name: 'keep_contracts', everySeconds: 3600, run: keepContracts }]
