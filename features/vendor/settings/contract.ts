import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { currencies, readMoney } from '#platform/shared/money.ts'
import { email, Instant, line, text, Version } from '#platform/shared/shapes.ts'
import { vendorBounds } from './rules.ts'

/** As typed, such as `1,200.00`; empty for no price. */
const Price = line(0, 20)
  .refine((typed) => typed === '' || (readMoney(typed) ?? -1) >= 0, 'Enter an amount such as 1200 or 1,200.50.')
  .transform((typed) => (typed === '' ? null : readMoney(typed)))

const texts = {
  legal_name: line(0, vendorBounds.legal_name),
  address: z.union([z.literal(''), text(1, vendorBounds.address)]),
  tax_id: line(0, vendorBounds.tax_id),
  support_email: z.union([z.literal(''), email], 'Enter an email address.'),
  payment_terms: z.union([z.literal(''), text(1, vendorBounds.payment_terms)]),
  invoice_footer: z.union([z.literal(''), text(1, vendorBounds.invoice_footer)]),
  currency: z.enum(currencies),
}
const cents = z.int().nullable()

export const readVendorSettings = endpoint({
  name: 'vendor_settings.read',
  summary: "Who the vendor is, what its invoices say, and what a year costs by the department's size.",
  method: 'GET',
  path: '/api/vendor/settings',
  who: 'super_admin',
  input: z.object({}),
  output: z.object({
    ...texts,
    price_5_25: cents,
    price_26_100: cents,
    price_over_100: cents,
    version: z.int(),
    /** When the newest copy was complete, and when one was last restored for a trial; null: no backups are kept here. */
    backup: z.object({ copied_at: Instant.nullable(), restored_at: Instant.nullable() }).nullable(),
  }),
  errors: {},
})

export const editVendorSettings = endpoint({
  name: 'vendor_settings.edit',
  summary: 'Sets all of it; refused where somebody else saved since it was read.',
  method: 'PATCH',
  path: '/api/vendor/settings',
  who: 'super_admin',
  input: z.object({ ...texts, price_5_25: Price, price_26_100: Price, price_over_100: Price, version: Version }),
  output: z.object({ version: z.int() }),
  errors: {},
})
