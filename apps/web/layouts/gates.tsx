import Hourglass from 'lucide-react/icons/hourglass'
import Lock from 'lucide-react/icons/lock'
import { lazy, Suspense } from 'react'
import { ContactVendor } from '#features/department/contact-requests/parts/contact-vendor.tsx'
import { hasFeature } from '#features/people/organizations/rules.features.ts'
import type { Feature } from '#platform/shared/endpoint.ts'
import { requiredPlan, tiers } from '#platform/shared/plans.ts'
import type { Session } from '#platform/web/session.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { RefusedState } from '#platform/web/ui/states.tsx'
import { product } from '../product.ts'
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

/** The plan includes it, but an explicit flag turns it off. */
const isInPlan = (feature: Feature, { organization }: Session): boolean =>
  tiers.some((tier) => tier === organization?.subscription_tier && hasFeature(feature, tier))

/** Only the vendor turns features on, and only admins write to the vendor. */
const whoTurnsOn = ({ officer }: Session): string =>
  officer?.role === 'admin' ? `${product} can turn it back on.` : 'Ask an admin to have it turned back on.'

/** Specification section 6: current versus required plan, also where the plan is not the cause. */
export const FeatureGate = ({ feature, session }: { feature: Feature; session: Session }) => (
  <div className="mx-auto max-w-xl">
    <PageHeader title="Feature Not Available" />
    <RefusedState
      icon={<Lock aria-hidden />}
      title={
        isInPlan(feature, session)
          ? `${featureNames[feature]} is turned off for your department`
          : `${featureNames[feature]} isn't part of your plan`
      }
      text={
        <>
          {isInPlan(feature, session) && <p className="mb-2">Your plan includes it. {whoTurnsOn(session)}</p>}
          <Facts
            className="mx-auto w-fit text-left"
            facts={[
              ['Current plan', capital(session.organization?.subscription_tier ?? '')],
              ['Required plan', capital(requiredPlan[feature])],
            ]}
          />
        </>
      }
      action={session.officer?.role === 'admin' && <ContactVendor label="Contact Vendor" />}
    />
  </div>
)

/** Officers on duty when the trial ends can still check out. */
const OpenAttendance = lazy(() =>
  import('#features/hours/attendance/parts/open-attendance.tsx').then((part) => ({ default: part.OpenAttendance })),
)

/** Records are never withheld: an admin can export them. */
const TakeRecords = lazy(() =>
  import('#features/department/exports/parts/export-everything.tsx').then(({ ExportEverything }) => ({
    default: () => (
      <Card title="Your records" hint="A ZIP file with all department records as tables.">
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
      text={
        <>
          <p>{said.trialScreen}</p>
          {isAdmin && <p className="mt-2">Contact {product} support to upgrade.</p>}
        </>
      }
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
