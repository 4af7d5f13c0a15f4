import { useRead } from '#platform/web/reads.ts'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readVendorSettings } from '../contract.ts'
import { VendorSettingsForm } from '../parts/settings-form.tsx'

/** `/super-admin/settings` */
export default function VendorSettings() {
  const read = useRead(readVendorSettings, {})
  return (
    <>
      <PageHeader title="Settings" hint="Who the vendor is and what it asks for." />
      {read.data ? (
        <VendorSettingsForm latest={read.data} refetch={read.refetch} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex max-w-3xl flex-col gap-5">
          <CardSkeleton lines={5} />
          <CardSkeleton lines={5} />
        </div>
      )}
    </>
  )
}
