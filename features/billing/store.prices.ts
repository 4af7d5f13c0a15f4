import { setScope } from '#features/accounts/store.scope.ts'
import { findVendorProfile } from '#features/vendor-settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { Size } from './rules.ts'

/** What the vendor's list asks for a year of this size, where it is in this currency; the scope is the customer's again afterwards. */
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
