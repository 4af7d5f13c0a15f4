import { backupStatus } from '#platform/server/backup/status.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Currency, Prices, VendorFacts } from './rules.ts'

export const findSettings = () => sql`select to_json(s)::text as json from (
    select legal_name, address, tax_id, support_email, payment_terms, invoice_footer, currency, price_5_25, price_26_100,
      price_over_100, version, ${JSON.stringify(backupStatus())}::json as backup
    from vendor_settings where ${ours()}) s`

export type Changes = {
  legal_name: string
  address: string
  tax_id: string
  support_email: string
  payment_terms: string
  invoice_footer: string
  currency: Currency
  price_5_25: number | null
  price_26_100: number | null
  price_over_100: number | null
  version: number
}

/** The new version; null if someone else has saved since the given one. */
export const updateSettings = async (db: Db, to: Changes): Promise<number | null> =>
  (
    await db.row<{
      version: number
    }>(sql`update vendor_settings set legal_name = ${to.legal_name}, address = ${to.address},
        tax_id = ${to.tax_id}, support_email = ${to.support_email}, payment_terms = ${to.payment_terms},
        invoice_footer = ${to.invoice_footer}, currency = ${to.currency}, price_5_25 = ${to.price_5_25}::bigint,
        price_26_100 = ${to.price_26_100}::bigint, price_over_100 = ${to.price_over_100}::bigint, updated_at = now(),
        version = version + 1
      where ${ours()} and version = ${to.version}::int returning version`)
  )?.version ?? null

export const findVersion = async (db: Db): Promise<number> =>
  (await db.row<{ version: number }>(sql`select version from vendor_settings where ${ours()}`))?.version ?? 0

/** Vendor details for invoices and their letters, and the yearly prices. Only in the scope of the vendor's own organization. */
export type VendorProfile = VendorFacts & {
  tax_id: string
  payment_terms: string
  invoice_footer: string
  currency: Currency
  prices: Prices
}
export const findVendorProfile = (db: Db): Promise<VendorProfile | null> =>
  db.row<VendorProfile>(sql`select legal_name, address, tax_id, support_email, payment_terms, invoice_footer, currency,
      json_build_object('5-25', price_5_25, '26-100', price_26_100, '100+', price_over_100) as prices
    from vendor_settings where ${ours()}`)
