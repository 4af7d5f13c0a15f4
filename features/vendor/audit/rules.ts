import { paths } from '#platform/shared/paths.ts'

/** What the page shows; by default everything. */
export const kinds = ['changes', 'support', 'reads'] as const
export type Kind = (typeof kinds)[number]

type Placed = { thing_type: string; thing_id: string | null; organization: { id: string } | null }

const ofBilling: ReadonlySet<string> = new Set([
  'billing_accounts',
  'billing_tasks',
  'contract_versions',
  'contracts',
  'payment_allocations',
  'payments',
  'refunds',
])
const ownPages: Readonly<Record<string, string>> = {
  organization_erasures: paths.superAdminErasures(),
  super_admin_users: paths.superAdminUsers(),
  testimonials: paths.superAdminSettings(),
  vendor_settings: paths.superAdminSettings(),
}

/** The vendor's page for the entry's item; null if there is none. */
export const placeOf = ({ thing_type, thing_id, organization }: Placed): string | null => {
  if (!organization) return ownPages[thing_type] ?? null
  if (thing_type === 'invoices' && thing_id) return paths.superAdminInvoice(organization.id, thing_id)
  return ofBilling.has(thing_type)
    ? paths.superAdminBillingAccount(organization.id)
    : paths.superAdminOrganization(organization.id)
}
