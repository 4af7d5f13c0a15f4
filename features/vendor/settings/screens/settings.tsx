import { TestimonialsCard } from '#features/vendor/testimonials/parts/testimonials-card.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readVendorSettings } from '../contract.ts'
import { BackupCard } from '../parts/backup-card.tsx'
import { VendorSettingsForm } from '../parts/settings-form.tsx'
import { legalNote } from '../rules.ts'

/** `/super-admin/settings` */
export default function VendorSettings() {
  const read = useRead(readVendorSettings, {})
  return (
    <>
      <PageHeader title="Settings" hint="Your company, prices, invoices and the landing page." />
      {read.data ? (
        <div className="flex max-w-3xl flex-col gap-5">
          <Notice tone="warn" title="Legal review pending">
            {legalNote} Read them: <TextLink to={paths.terms()}>Terms of Service</TextLink>,{' '}
            <TextLink to={paths.privacy()}>Privacy Policy</TextLink>.
          </Notice>
          <VendorSettingsForm latest={read.data} refetch={read.refetch} />
          <TestimonialsCard />
          <BackupCard backup={read.data.backup} />
        </div>
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
