import { routes as audit } from '#features/department/audit/routes.ts'
import { routes as branding } from '#features/department/branding/routes.ts'
import { routes as channelOrders } from '#features/department/channels/routes.orders.ts'
import { routes as phones } from '#features/department/channels/routes.phones.ts'
import { routes as channels } from '#features/department/channels/routes.ts'
import { routes as contactRequests } from '#features/department/contact-requests/routes.ts'
import { routes as faq } from '#features/department/faq/routes.ts'
import { routes as feedback } from '#features/department/feedback/routes.ts'
import { routes as notifications } from '#features/department/notifications/routes.ts'
import { routes as savedFilters } from '#features/department/saved-filters/routes.ts'
import { routes as weather } from '#features/department/weather/routes.ts'
import { routes as calendar } from '#features/home/calendar/routes.ts'
import { routes as dashboards } from '#features/home/dashboards/routes.ts'
import { routes as exports } from '#features/home/full-export/routes.ts'
import { routes as officerFiles } from '#features/home/officer-page/routes.ts'
import { routes as onboarding } from '#features/home/onboarding/routes.ts'
import { routes as schedule } from '#features/home/schedule/routes.ts'
import { routes as settings } from '#features/home/settings/routes.ts'
import { routes as shiftPage } from '#features/home/shift-page/routes.ts'
import { routes as attendanceReview } from '#features/hours/attendance/routes.review.ts'
import { routes as attendance } from '#features/hours/attendance/routes.ts'
import { routes as extraTime } from '#features/hours/extra-time/routes.ts'
import { routes as pendingCounts } from '#features/hours/pending-counts/routes.ts'
import { routes as reports } from '#features/hours/reports/routes.ts'
import { routes as invitations } from '#features/people/account-links/routes.invitations.ts'
import { routes as profiles } from '#features/people/account-links/routes.own.ts'
import { routes as accountLinks } from '#features/people/account-links/routes.ts'
import { routes as passkeys } from '#features/people/factors/routes.passkeys.ts'
import { routes as multiFactor } from '#features/people/factors/routes.second-step.ts'
import { routes as factors } from '#features/people/factors/routes.ts'
import { routes as organizations } from '#features/people/organizations/routes.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { routes as signIns } from '#features/people/sign-ins/routes.ts'
import { routes as certifications } from '#features/roster/certifications/routes.ts'
import { routes as leaves } from '#features/roster/leaves/routes.ts'
import { routes as officerImports } from '#features/roster/officer-imports/routes.ts'
import { routes as bulkEdits } from '#features/roster/officers/routes.bulk.ts'
import { routes as officerMerges } from '#features/roster/officers/routes.merges.ts'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { routes as rosterValues } from '#features/roster/officers/routes.values.ts'
import { routes as tourImports } from '#features/roster/tours/routes.imports.ts'
import { routes as platoonMembers } from '#features/roster/tours/routes.members.ts'
import { routes as tours } from '#features/roster/tours/routes.ts'
import { routes as announcements } from '#features/shifts/announcements/routes.ts'
import { routes as payCodes } from '#features/shifts/assignment-editor/routes.pay-codes.ts'
import { routes as assignmentTemplates } from '#features/shifts/assignment-editor/routes.templates.ts'
import { routes as assignmentTransitions } from '#features/shifts/assignment-editor/routes.transitions.ts'
import { routes as assignmentEditor } from '#features/shifts/assignment-editor/routes.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { routes as awardChecks } from '#features/shifts/award-checks/routes.ts'
import { routes as awardRules } from '#features/shifts/award-rules/routes.ts'
import { routes as awards } from '#features/shifts/awards/routes.ts'
import { routes as eligibility } from '#features/shifts/eligibility/routes.ts'
import { routes as workRules } from '#features/shifts/eligibility/routes.work-rules.ts'
import { routes as escalations } from '#features/shifts/escalations/routes.ts'
import { routes as fillPlans } from '#features/shifts/fill-plans/routes.ts'
import { routes as leaveRequests } from '#features/shifts/leave-requests/routes.ts'
import { routes as locations } from '#features/shifts/locations/routes.ts'
import { routes as minimumStaffing } from '#features/shifts/minimum-staffing/routes.ts'
import { routes as offers } from '#features/shifts/offers/routes.ts'
import { routes as priorCounts } from '#features/shifts/order-ins/routes.prior-counts.ts'
import { routes as orderIns } from '#features/shifts/order-ins/routes.ts'
import { routes as replacements } from '#features/shifts/replacements/routes.ts'
import { routes as signupDecisions } from '#features/shifts/signup-decisions/routes.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { routes as swapColleagues } from '#features/shifts/swaps/routes.colleagues.ts'
import { routes as swaps } from '#features/shifts/swaps/routes.ts'
import { routes as zoneChanges } from '#features/shifts/zone-changes/routes.ts'
import { routes as billingAnalytics } from '#features/vendor/analytics/routes.revenue.ts'
import { routes as analytics } from '#features/vendor/analytics/routes.ts'
import { routes as vendorAudit } from '#features/vendor/audit/routes.ts'
import { routes as billing } from '#features/vendor/billing/routes.ts'
import { routes as payments } from '#features/vendor/invoices/routes.payments.ts'
import { routes as invoices } from '#features/vendor/invoices/routes.ts'
import { routes as vendorDashboard } from '#features/vendor/organizations/routes.dashboard.ts'
import { routes as organizationErasures } from '#features/vendor/organizations/routes.erasures.ts'
import { routes as vendorFeatures } from '#features/vendor/organizations/routes.features.ts'
import { routes as vendorOrganizations } from '#features/vendor/organizations/routes.ts'
import { routes as contactWork } from '#features/vendor/requests/routes.contact.ts'
import { routes as demoRequests } from '#features/vendor/requests/routes.demo.ts'
import { routes as vendorFeedback } from '#features/vendor/requests/routes.feedback.ts'
import { routes as trialRequests } from '#features/vendor/requests/routes.trial.ts'
import { routes as vendorSettings } from '#features/vendor/settings/routes.ts'
import { routes as supportAccess } from '#features/vendor/support-access/routes.ts'
import { routes as testimonials } from '#features/vendor/testimonials/routes.ts'
import { routes as superAdmins } from '#features/vendor/users/routes.own.ts'
import { routes as vendorUsers } from '#features/vendor/users/routes.ts'
import type { Route } from '#platform/server/route.ts'

/** Every call in the contract. A feature adds its line here. */
export const routes: readonly Route[] = [
  ...accountLinks,
  ...analytics,
  ...billingAnalytics,
  ...replacements,
  ...signupDecisions,
  ...attendanceReview,
  ...assignmentTemplates,
  ...payCodes,
  ...locations,
  ...rosterValues,
  ...bulkEdits,
  ...savedFilters,
  ...assignmentEditor,
  ...accounts,
  ...assignments,
  ...assignmentTransitions,
  ...attendance,
  ...audit,
  ...awards,
  ...fillPlans,
  ...awardRules,
  ...awardChecks,
  ...contactRequests,
  ...contactWork,
  ...certifications,
  ...billing,
  ...invitations,
  ...invoices,
  ...leaves,
  ...leaveRequests,
  ...announcements,
  ...payments,
  ...branding,
  ...calendar,
  ...dashboards,
  ...shiftPage,
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
  ...channels,
  ...phones,
  ...channelOrders,
  ...officerFiles,
  ...officerImports,
  ...officers,
  ...officerMerges,
  ...offers,
  ...swaps,
  ...swapColleagues,
  ...onboarding,
  ...priorCounts,
  ...platoonMembers,
  ...orderIns,
  ...organizations,
  ...organizationErasures,
  ...pendingCounts,
  ...reports,
  ...sessions,
  ...profiles,
  ...schedule,
  ...settings,
  ...zoneChanges,
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
  ...testimonials,
  ...supportAccess,
  ...vendorUsers,
  ...weather,
  ...workRules,
]
