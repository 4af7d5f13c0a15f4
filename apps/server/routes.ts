import { routes as accountLinks } from '#features/account-links/routes.ts'
import { routes as accounts } from '#features/accounts/routes.ts'
import { routes as analytics } from '#features/analytics/routes.ts'
import { routes as assignmentEditor } from '#features/assignment-editor/routes.ts'
import { routes as assignmentTemplates } from '#features/assignment-templates/routes.ts'
import { routes as assignments } from '#features/assignments/routes.ts'
import { routes as attendance } from '#features/attendance/routes.ts'
import { routes as attendanceReview } from '#features/attendance-review/routes.ts'
import { routes as audit } from '#features/audit/routes.ts'
import { routes as awardChecks } from '#features/award-checks/routes.ts'
import { routes as awardRules } from '#features/award-rules/routes.ts'
import { routes as awards } from '#features/awards/routes.ts'
import { routes as billing } from '#features/billing/routes.ts'
import { routes as billingAnalytics } from '#features/billing-analytics/routes.ts'
import { routes as branding } from '#features/branding/routes.ts'
import { routes as certifications } from '#features/certifications/routes.ts'
import { routes as contactRequests } from '#features/contact-requests/routes.ts'
import { routes as dashboards } from '#features/dashboards/routes.ts'
import { routes as demoRequests } from '#features/demo-requests/routes.ts'
import { routes as eligibility } from '#features/eligibility/routes.ts'
import { routes as escalations } from '#features/escalations/routes.ts'
import { routes as exports } from '#features/exports/routes.ts'
import { routes as extraTime } from '#features/extra-time/routes.ts'
import { routes as factors } from '#features/factors/routes.ts'
import { routes as faq } from '#features/faq/routes.ts'
import { routes as feedback } from '#features/feedback/routes.ts'
import { routes as fillPlans } from '#features/fill-plans/routes.ts'
import { routes as invitations } from '#features/invitations/routes.ts'
import { routes as invoices } from '#features/invoices/routes.ts'
import { routes as leaves } from '#features/leaves/routes.ts'
import { routes as minimumStaffing } from '#features/minimum-staffing/routes.ts'
import { routes as multiFactor } from '#features/multi-factor/routes.ts'
import { routes as notifications } from '#features/notifications/routes.ts'
import { routes as offers } from '#features/offers/routes.ts'
import { routes as officerFiles } from '#features/officer-files/routes.ts'
import { routes as officerImports } from '#features/officer-imports/routes.ts'
import { routes as officers } from '#features/officers/routes.ts'
import { routes as onboarding } from '#features/onboarding/routes.ts'
import { routes as orderIns } from '#features/order-ins/routes.ts'
import { routes as organizationErasures } from '#features/organization-erasures/routes.ts'
import { routes as organizations } from '#features/organizations/routes.ts'
import { routes as passkeys } from '#features/passkeys/routes.ts'
import { routes as payments } from '#features/payments/routes.ts'
import { routes as platoonMembers } from '#features/platoon-members/routes.ts'
import { routes as priorCounts } from '#features/prior-counts/routes.ts'
import { routes as profiles } from '#features/profiles/routes.ts'
import { routes as reports } from '#features/reports/routes.ts'
import { routes as sessions } from '#features/sessions/routes.ts'
import { routes as settings } from '#features/settings/routes.ts'
import { routes as signIns } from '#features/sign-ins/routes.ts'
import { routes as signupDecisions } from '#features/signup-decisions/routes.ts'
import { routes as signups } from '#features/signups/routes.ts'
import { routes as superAdmins } from '#features/super-admins/routes.ts'
import { routes as supportAccess } from '#features/support-access/routes.ts'
import { routes as swaps } from '#features/swaps/routes.ts'
import { routes as tourImports } from '#features/tour-imports/routes.ts'
import { routes as tours } from '#features/tours/routes.ts'
import { routes as trialRequests } from '#features/trial-requests/routes.ts'
import { routes as vendorAudit } from '#features/vendor-audit/routes.ts'
import { routes as vendorDashboard } from '#features/vendor-dashboard/routes.ts'
import { routes as vendorFeatures } from '#features/vendor-features/routes.ts'
import { routes as vendorFeedback } from '#features/vendor-feedback/routes.ts'
import { routes as vendorOrganizations } from '#features/vendor-organizations/routes.ts'
import { routes as vendorSettings } from '#features/vendor-settings/routes.ts'
import { routes as vendorUsers } from '#features/vendor-users/routes.ts'
import { routes as weather } from '#features/weather/routes.ts'
import { routes as workRules } from '#features/work-rules/routes.ts'
import type { Route } from '#platform/server/route.ts'

/** Every call of the contract. A feature adds its line here. */
export const routes: readonly Route[] = [
  ...accountLinks,
  ...analytics,
  ...billingAnalytics,
  ...signupDecisions,
  ...attendanceReview,
  ...assignmentTemplates,
  ...assignmentEditor,
  ...accounts,
  ...assignments,
  ...attendance,
  ...audit,
  ...awards,
  ...fillPlans,
  ...awardRules,
  ...awardChecks,
  ...contactRequests,
  ...certifications,
  ...billing,
  ...invitations,
  ...invoices,
  ...leaves,
  ...payments,
  ...branding,
  ...dashboards,
  ...demoRequests,
  ...eligibility,
  ...escalations,
  ...exports,
  ...faq,
  ...feedback,
  ...extraTime,
  ...minimumStaffing,
  ...multiFactor,
  ...factors,
  ...passkeys,
  ...signIns,
  ...notifications,
  ...officerFiles,
  ...officerImports,
  ...officers,
  ...offers,
  ...swaps,
  ...onboarding,
  ...priorCounts,
  ...platoonMembers,
  ...orderIns,
  ...organizations,
  ...organizationErasures,
  ...reports,
  ...sessions,
  ...profiles,
  ...settings,
  ...signups,
  ...vendorOrganizations,
  ...superAdmins,
  ...vendorAudit,
  ...vendorDashboard,
  ...tours,
  ...tourImports,
  ...trialRequests,
  ...vendorFeedback,
  ...vendorFeatures,
  ...vendorSettings,
  ...supportAccess,
  ...vendorUsers,
  ...weather,
  ...workRules,
]
