import { ContactVendor } from '#features/department/contact-requests/parts/contact-vendor.tsx'
import { ExportEverything } from '#features/department/exports/parts/export-everything.tsx'
import { MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useSession } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import { Notice } from '#platform/web/ui/notice.tsx'

/** For admins while the vendor is closing the department: the deadline, and which data can still be exported. */
const ClosingBanner = () => {
  const { session } = useSession()
  const now = useNow(MINUTE)
  const house = session?.organization
  if (session?.officer?.role !== 'admin' || !house?.closes_at) return null
  return (
    <div className="no-print mb-4">
      <Notice
        tone="bad"
        title={`This department is closing. All data will be erased after ${day(house.closes_at, house.time_zone, now)}`}
        action={
          <div className="flex flex-wrap gap-2">
            <ExportEverything />
            <ContactVendor label="Contact Vendor" />
          </div>
        }
      >
        <p>
          Everything works until then, and the vendor can still cancel the closure. Export your records before that
          date.
        </p>
      </Notice>
    </div>
  )
}

export default ClosingBanner
