import { readVendorSettings } from '#features/vendor/settings/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Invoice } from '../contract.ts'
import { type Missing, missingOf } from '../rules.ts'

export const missingWords: Readonly<Record<Missing, string>> = {
  seller_name: 'your legal name',
  buyer_address: "the customer's mailing address",
}

/** What the draft needs before it can be issued; null while loading, and for issued invoices. */
export const useMissing = (invoice: Invoice): Missing[] | null => {
  const draft = invoice.status === 'draft'
  const { data } = useRead(readVendorSettings, {}, { enabled: draft })
  return draft && data ? missingOf({ name: data.legal_name }, invoice.buyer) : null
}

const whereOf = (invoice: Invoice): Readonly<Record<Missing, string>> => ({
  seller_name: paths.superAdminSettings(),
  buyer_address: paths.superAdminBillingAccount(invoice.customer.id, 'details'),
})

/** Above a draft: everything that is missing, with links to where to enter it. */
export const MissingNotice = ({ invoice }: { invoice: Invoice }) => {
  const missing = useMissing(invoice)
  if (!missing || missing.length === 0) return null
  const where = whereOf(invoice)
  return (
    <div className="mb-5">
      <Notice tone="warn" title="Before you can issue this">
        <ul className="list-disc pl-5">
          {missing.map((one) => (
            <li key={one}>
              <TextLink to={where[one]}>Enter {missingWords[one]}</TextLink>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
