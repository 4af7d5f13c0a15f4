import * as audit from '#features/department/audit/contract.ts'
import * as branding from '#features/department/branding/contract.ts'
import * as channelsOrders from '#features/department/channels/contract.orders.ts'
import * as channelsPhones from '#features/department/channels/contract.phones.ts'
import * as channels from '#features/department/channels/contract.ts'
import * as contactRequests from '#features/department/contact-requests/contract.ts'
import * as exports from '#features/department/exports/contract.ts'
import * as faq from '#features/department/faq/contract.ts'
import * as feedback from '#features/department/feedback/contract.ts'
import * as notificationsSettings from '#features/department/notifications/contract.settings.ts'
import * as notifications from '#features/department/notifications/contract.ts'
import * as savedFilters from '#features/department/saved-filters/contract.ts'
import * as settings from '#features/department/settings/contract.ts'
import * as weather from '#features/department/weather/contract.ts'
import * as calendar from '#features/home/calendar/contract.ts'
import * as dashboardsStaffing from '#features/home/dashboards/contract.staffing.ts'
import * as dashboards from '#features/home/dashboards/contract.ts'
import * as officerPage from '#features/home/officer-page/contract.ts'
import * as onboardingFilling from '#features/home/onboarding/contract.filling.ts'
import * as onboarding from '#features/home/onboarding/contract.ts'
import * as schedule from '#features/home/schedule/contract.ts'
import * as shiftPage from '#features/home/shift-page/contract.ts'
import * as attendanceReview from '#features/hours/attendance/contract.review.ts'
import * as attendanceStats from '#features/hours/attendance/contract.stats.ts'
import * as attendance from '#features/hours/attendance/contract.ts'
import * as extraTime from '#features/hours/extra-time/contract.ts'
import * as pendingCounts from '#features/hours/pending-counts/contract.ts'
import * as reports from '#features/hours/reports/contract.ts'
import * as accountLinksInvitations from '#features/people/account-links/contract.invitations.ts'
import * as accountLinksOwn from '#features/people/account-links/contract.own.ts'
import * as accountLinks from '#features/people/account-links/contract.ts'
import * as accountsNewPassword from '#features/people/accounts/contract.new-password.ts'
import * as accounts from '#features/people/accounts/contract.ts'
import * as factorsPasskeys from '#features/people/factors/contract.passkeys.ts'
import * as factorsSecondStep from '#features/people/factors/contract.second-step.ts'
import * as factors from '#features/people/factors/contract.ts'
import * as organizations from '#features/people/organizations/contract.ts'
import * as sessionsOwn from '#features/people/sessions/contract.own.ts'
import * as sessions from '#features/people/sessions/contract.ts'
import * as signIns from '#features/people/sign-ins/contract.ts'
import * as certifications from '#features/roster/certifications/contract.ts'
import * as leaves from '#features/roster/leaves/contract.ts'
import * as officerImports from '#features/roster/officer-imports/contract.ts'
import * as bulkEdits from '#features/roster/officers/contract.bulk.ts'
import * as officersContact from '#features/roster/officers/contract.contact.ts'
import * as officersMerges from '#features/roster/officers/contract.merges.ts'
import * as officers from '#features/roster/officers/contract.ts'
import * as officersValues from '#features/roster/officers/contract.values.ts'
import * as toursImports from '#features/roster/tours/contract.imports.ts'
import * as toursMembers from '#features/roster/tours/contract.members.ts'
import * as tours from '#features/roster/tours/contract.ts'
import * as announcements from '#features/shifts/announcements/contract.ts'
import * as assignmentEditorCopies from '#features/shifts/assignment-editor/contract.copies.ts'
import * as assignmentEditorPayCodes from '#features/shifts/assignment-editor/contract.pay-codes.ts'
import * as assignmentEditorTemplates from '#features/shifts/assignment-editor/contract.templates.ts'
import * as assignmentEditor from '#features/shifts/assignment-editor/contract.ts'
import * as assignmentsShapes from '#features/shifts/assignments/contract.shapes.ts'
import * as assignments from '#features/shifts/assignments/contract.ts'
import * as awardChecks from '#features/shifts/award-checks/contract.ts'
import * as awardRulesComing from '#features/shifts/award-rules/contract.coming.ts'
import * as awardRules from '#features/shifts/award-rules/contract.ts'
import * as awardLedger from '#features/shifts/awards/contract.ledger.ts'
import * as awardsOrder from '#features/shifts/awards/contract.order.ts'
import * as awardsShapes from '#features/shifts/awards/contract.shapes.ts'
import * as awards from '#features/shifts/awards/contract.ts'
import * as eligibility from '#features/shifts/eligibility/contract.ts'
import * as eligibilityWorkRules from '#features/shifts/eligibility/contract.work-rules.ts'
import * as escalations from '#features/shifts/escalations/contract.ts'
import * as escalationsUnplanned from '#features/shifts/escalations/contract.unplanned.ts'
import * as fillPlans from '#features/shifts/fill-plans/contract.ts'
import * as leaveRequests from '#features/shifts/leave-requests/contract.ts'
import * as locations from '#features/shifts/locations/contract.ts'
import * as minimumStaffing from '#features/shifts/minimum-staffing/contract.ts'
import * as offers from '#features/shifts/offers/contract.ts'
import * as orderInsAlerts from '#features/shifts/order-ins/contract.alerts.ts'
import * as orderInsCalls from '#features/shifts/order-ins/contract.calls.ts'
import * as orderInsOrders from '#features/shifts/order-ins/contract.orders.ts'
import * as orderInsPriorCounts from '#features/shifts/order-ins/contract.prior-counts.ts'
import * as orderIns from '#features/shifts/order-ins/contract.ts'
import * as replacements from '#features/shifts/replacements/contract.ts'
import * as signupDecisions from '#features/shifts/signup-decisions/contract.ts'
import * as signups from '#features/shifts/signups/contract.ts'
import * as swapChecks from '#features/shifts/swaps/contract.checks.ts'
import * as swapColleagues from '#features/shifts/swaps/contract.colleagues.ts'
import * as swaps from '#features/shifts/swaps/contract.ts'
import * as zoneChanges from '#features/shifts/zone-changes/contract.ts'
import * as vendorAnalyticsRevenue from '#features/vendor/analytics/contract.revenue.ts'
import * as vendorAnalytics from '#features/vendor/analytics/contract.ts'
import * as vendorAudit from '#features/vendor/audit/contract.ts'
import * as vendorBilling from '#features/vendor/billing/contract.ts'
import * as vendorInvoicesPayments from '#features/vendor/invoices/contract.payments.ts'
import * as vendorInvoices from '#features/vendor/invoices/contract.ts'
import * as vendorOrganizationsDashboard from '#features/vendor/organizations/contract.dashboard.ts'
import * as vendorOrganizationsErasures from '#features/vendor/organizations/contract.erasures.ts'
import * as vendorOrganizationsFeatures from '#features/vendor/organizations/contract.features.ts'
import * as vendorOrganizations from '#features/vendor/organizations/contract.ts'
import * as vendorRequestsContact from '#features/vendor/requests/contract.contact.ts'
import * as vendorRequestsDemo from '#features/vendor/requests/contract.demo.ts'
import * as vendorRequestsFeedback from '#features/vendor/requests/contract.feedback.ts'
import * as vendorRequestsTrial from '#features/vendor/requests/contract.trial.ts'
import * as vendorSettings from '#features/vendor/settings/contract.ts'
import * as vendorSupportAccess from '#features/vendor/support-access/contract.ts'
import * as vendorTestimonials from '#features/vendor/testimonials/contract.ts'
import * as vendorUsersOwn from '#features/vendor/users/contract.own.ts'
import * as vendorUsers from '#features/vendor/users/contract.ts'
import * as shapes from '#platform/shared/shapes.ts'

/** Every contract. Its named exports appear under the same names in the API description. */
export const contracts: readonly object[] = [
  shapes,
  audit,
  branding,
  channelsOrders,
  channelsPhones,
  channels,
  contactRequests,
  exports,
  faq,
  feedback,
  notificationsSettings,
  notifications,
  settings,
  weather,
  calendar,
  dashboards,
  dashboardsStaffing,
  shiftPage,
  officerPage,
  onboardingFilling,
  onboarding,
  attendanceReview,
  attendanceStats,
  attendance,
  extraTime,
  pendingCounts,
  reports,
  accountLinksInvitations,
  accountLinksOwn,
  accountLinks,
  accounts,
  accountsNewPassword,
  factorsPasskeys,
  factorsSecondStep,
  factors,
  organizations,
  sessionsOwn,
  sessions,
  signIns,
  certifications,
  leaves,
  leaveRequests,
  announcements,
  officerImports,
  officersContact,
  officersMerges,
  officersValues,
  bulkEdits,
  savedFilters,
  officers,
  toursImports,
  toursMembers,
  tours,
  assignmentEditorCopies,
  assignmentEditorTemplates,
  assignmentEditorPayCodes,
  locations,
  assignmentEditor,
  assignmentsShapes,
  assignments,
  awardChecks,
  awardRules,
  awardRulesComing,
  awardsOrder,
  awardsShapes,
  awardLedger,
  awards,
  eligibility,
  eligibilityWorkRules,
  escalations,
  escalationsUnplanned,
  fillPlans,
  minimumStaffing,
  offers,
  orderInsAlerts,
  orderInsCalls,
  orderInsOrders,
  orderInsPriorCounts,
  orderIns,
  replacements,
  signupDecisions,
  signups,
  swaps,
  swapChecks,
  swapColleagues,
  zoneChanges,
  schedule,
  vendorAnalyticsRevenue,
  vendorAnalytics,
  vendorAudit,
  vendorBilling,
  vendorInvoicesPayments,
  vendorInvoices,
  vendorOrganizationsDashboard,
  vendorOrganizationsErasures,
  vendorOrganizationsFeatures,
  vendorOrganizations,
  vendorRequestsContact,
  vendorRequestsDemo,
  vendorRequestsFeedback,
  vendorRequestsTrial,
  vendorSettings,
  vendorSupportAccess,
  vendorTestimonials,
  vendorUsersOwn,
  vendorUsers,
]
