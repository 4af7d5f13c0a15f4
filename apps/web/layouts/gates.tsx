import Hourglass from 'lucide-react/icons/hourglass'
import Lock from 'lucide-react/icons/lock'
import { lazy, Suspense, useEffect } from 'react'
import { ContactVendor } from '#features/contact-requests/parts/contact-vendor.tsx'
import { hasFeature } from '#features/organizations/rules.ts'
import type { Feature } from '#platform/shared/endpoint.ts'
import { requiredPlan, tiers } from '#platform/shared/plans.ts'
import type { Session } from '#platform/web/session.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { RefusedState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { said } from '../said.ts'
import { SignOutButton } from './sign-out.tsx'

const featureNames: Record<Feature, string> = {
  reports: 'Reports',
  overtime: 'Extra time',
  officer_stats: 'Officer statistics',
  custom_branding: 'Branding',
  location_verification: 'Location verification',
  audit_logs: 'Audit logs',
  bulk_operations: 'Bulk operations',
}
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The plan has it, and an explicit flag takes it away. */
const isInPlan = (feature: Feature, { organization }: Session): boolean =>
  tiers.some((tier) => tier === organization?.subscription_tier && hasFeature(feature, tier))

/** Specification section 6: current against required plan. */
export const FeatureGate = ({ feature, session }: { feature: Feature; session: Session }) => (
  <div className="mx-auto max-w-xl">
    <PageHeader title="Feature Not Available" />
    <RefusedState
      icon={<Lock aria-hidden />}
      title={
        isInPlan(feature, session)
          ? `${featureNames[feature]} is switched off for your department`
          : `${featureNames[feature]} is not part of your plan`
      }
      text={
        <Facts
          className="mx-auto w-fit text-left"
          facts={[
            ['Current plan', capital(session.organization?.subscription_tier ?? '')],
            ['Required plan', capital(requiredPlan[feature])],
          ]}
        />
      }
      action={session.officer?.role === 'admin' && <ContactVendor label="Contact Vendor" />}
    />
  </div>
)

/** Who is on duty when the trial ends can still check out. */
const OpenAttendance = lazy(() =>
  import('#features/attendance/parts/open-attendance.tsx').then((part) => ({ default: part.OpenAttendance })),
)

/** Nobody's records are held back: an admin takes them along (domain.md). */
const TakeRecords = lazy(() =>
  import('#features/exports/parts/export-everything.tsx').then(({ ExportEverything }) => ({
    default: () => (
      <Card title="Your records" hint="Everything the department recorded, as a zip of tables.">
        <ExportEverything />
      </Card>
    ),
  })),
)

/** Specification section 4: after the trial, all features are suspended. */
export const TrialExpired = ({ isAdmin }: { isAdmin: boolean }) => (
  <div className="mx-auto max-w-xl">
    <PageHeader title="Trial Expired" />
    <RefusedState
      icon={<Hourglass aria-hidden />}
      title="Your trial has ended"
      text={said.trialScreen}
      action={
        <>
          <ContactVendor label="Contact Support" look="primary" />
          <SignOutButton />
        </>
      }
    />
    {isAdmin && (
      <Suspense fallback={null}>
        <TakeRecords />
      </Suspense>
    )}
    <Suspense fallback={null}>
      <OpenAttendance />
    </Suspense>
  </div>
)

/** Said once when the trial is found over, officers included; not again at every step. */
export const useTrialEndToast = (session: Session | null | undefined): void => {
  const over = session?.officer?.approved === true && session.organization?.trial?.expired === true
  useEffect(() => {
    if (over) toast.error(said.trialExpired.title, said.trialExpired.text, { duration: 10_000 })
  }, [over])
}
