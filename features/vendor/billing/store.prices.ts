import { setScope } from '#features/people/accounts/store.scope.ts'
import { findVendorProfile } from '#features/vendor/settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { Size } from './rules.ts'

/** The vendor's list price per year for this size, if it is in this currency; restores the customer's scope afterwards. */
export const listPriceOf = async (
  db: Db,
  size: Size,
  currency: Currency,
  customer_id: string,
): Promise<number | null> => {
  await setScope(db, { organization_id: null })
  const found = await findVendorProfile(db)
  await setScope(db, { organization_id: customer_id })
  return found?.currency === currency ? found.prices[size] : null
}
