import { type ComponentType, lazy } from 'react'

/** What features hang into the vendor's frame. A line each, fetched lazily; null leaves the place out. */
type VendorSlots = {
  /** Above every page of the vendor: support access under way. */
  Banner: ComponentType | null
  /** In the header: the system as a whole, or one organization. */
  Selector: ComponentType | null
}

export const vendorSlots: VendorSlots = {
  Banner: lazy(() => import('#features/support-access/parts/support-banner.tsx')),
  Selector: lazy(() => import('#features/vendor-organizations/parts/selector.tsx')),
}
