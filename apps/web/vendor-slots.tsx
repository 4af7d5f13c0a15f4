import { type ComponentType, lazy } from 'react'

/** What features plug into the vendor's frame, one line each, lazy-loaded; null leaves the slot empty. */
type VendorSlots = {
  /** Above every vendor page: support access in progress. */
  Banner: ComponentType | null
  /** In the header: the whole system, or one organization. */
  Selector: ComponentType | null
}

export const vendorSlots: VendorSlots = {
  Banner: lazy(() => import('#features/vendor/support-access/parts/support-banner.tsx')),
  Selector: lazy(() => import('#features/vendor/organizations/parts/selector.tsx')),
}
