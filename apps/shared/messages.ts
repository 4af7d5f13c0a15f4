import { refusals as departmentBranding } from '#features/department/branding/words.refusals.ts'
import { refusals as departmentChannels } from '#features/department/channels/words.refusals.ts'
import { refusals as departmentContactRequests } from '#features/department/contact-requests/words.refusals.ts'
import { refusals as departmentExports } from '#features/department/exports/words.refusals.ts'
import { refusals as departmentFaq } from '#features/department/faq/words.refusals.ts'
import { refusals as departmentNotifications } from '#features/department/notifications/words.refusals.ts'
import { refusals as departmentSavedFilters } from '#features/department/saved-filters/words.refusals.ts'
import { refusals as departmentSettings } from '#features/department/settings/words.refusals.ts'
import { refusals as homeOfficerPage } from '#features/home/officer-page/words.refusals.ts'
import { refusals as homeSchedule } from '#features/home/schedule/words.refusals.ts'
import { refusals as hoursAttendance } from '#features/hours/attendance/words.refusals.ts'
import { refusals as hoursExtraTime } from '#features/hours/extra-time/words.refusals.ts'
import { refusals as peopleAccountLinks } from '#features/people/account-links/words.refusals.ts'
import { refusals as peopleAccounts } from '#features/people/accounts/words.refusals.ts'
import { refusals as peopleFactors } from '#features/people/factors/words.refusals.ts'
import { refusals as peopleSignIns } from '#features/people/sign-ins/words.refusals.ts'
import { refusals as rosterCertifications } from '#features/roster/certifications/words.refusals.ts'
import { refusals as rosterLeaves } from '#features/roster/leaves/words.refusals.ts'
import { refusals as rosterOfficerImports } from '#features/roster/officer-imports/words.refusals.ts'
import { refusals as rosterOfficers } from '#features/roster/officers/words.refusals.ts'
import { refusals as rosterTours } from '#features/roster/tours/words.refusals.ts'
import { refusals as shiftsAnnouncements } from '#features/shifts/announcements/words.refusals.ts'
import { refusals as shiftsAssignmentEditor } from '#features/shifts/assignment-editor/words.refusals.ts'
import { refusals as shiftsAssignments } from '#features/shifts/assignments/words.refusals.ts'
import { refusals as shiftsAwardChecks } from '#features/shifts/award-checks/words.refusals.ts'
import { refusals as shiftsAwardRules } from '#features/shifts/award-rules/words.refusals.ts'
import { refusals as shiftsAwards } from '#features/shifts/awards/words.refusals.ts'
import { refusals as shiftsEscalations } from '#features/shifts/escalations/words.refusals.ts'
import { refusals as shiftsFillPlans } from '#features/shifts/fill-plans/words.refusals.ts'
import { refusals as shiftsLeaveRequests } from '#features/shifts/leave-requests/words.refusals.ts'
import { refusals as shiftsLocations } from '#features/shifts/locations/words.refusals.ts'
import { refusals as shiftsMinimumStaffing } from '#features/shifts/minimum-staffing/words.refusals.ts'
import { refusals as shiftsOffers } from '#features/shifts/offers/words.refusals.ts'
import { refusals as shiftsOrderIns } from '#features/shifts/order-ins/words.refusals.ts'
import { refusals as shiftsReplacements } from '#features/shifts/replacements/words.refusals.ts'
import { refusals as shiftsSignups } from '#features/shifts/signups/words.refusals.ts'
import { refusals as shiftsSwaps } from '#features/shifts/swaps/words.refusals.ts'
import { refusals as vendorBilling } from '#features/vendor/billing/words.refusals.ts'
import { refusals as vendorInvoices } from '#features/vendor/invoices/words.refusals.ts'
import { refusals as vendorOrganizations } from '#features/vendor/organizations/words.refusals.ts'
import { refusals as vendorRequests } from '#features/vendor/requests/words.refusals.ts'
import { refusals as vendorSupportAccess } from '#features/vendor/support-access/words.refusals.ts'
import { refusals as vendorTestimonials } from '#features/vendor/testimonials/words.refusals.ts'
import { refusals as vendorUsers } from '#features/vendor/users/words.refusals.ts'
import { commonMessages } from '#platform/shared/refusals.ts'

/**
 * The text shown for each code, collected from the features: by the browser, and by the server as the message of a refusal.
 * `{name}` is filled in from the details.
 */
export const messages = {
  ...commonMessages,
  ...departmentExports,
  ...departmentBranding,
  ...departmentChannels,
  ...departmentContactRequests,
  ...departmentFaq,
  ...departmentNotifications,
  ...departmentSavedFilters,
  ...departmentSettings,
  ...peopleAccounts,
  ...peopleFactors,
  ...peopleAccountLinks,
  ...peopleSignIns,
  ...rosterOfficers,
  ...rosterOfficerImports,
  ...rosterCertifications,
  ...rosterLeaves,
  ...rosterTours,
  ...shiftsSignups,
  ...shiftsAssignments,
  ...shiftsAssignmentEditor,
  ...shiftsAwardChecks,
  ...shiftsAwardRules,
  ...shiftsAwards,
  ...shiftsEscalations,
  ...shiftsFillPlans,
  ...shiftsAnnouncements,
  ...shiftsLeaveRequests,
  ...shiftsLocations,
  ...shiftsMinimumStaffing,
  ...shiftsOffers,
  ...shiftsOrderIns,
  ...shiftsReplacements,
  ...shiftsSwaps,
  ...hoursAttendance,
  ...hoursExtraTime,
  ...vendorBilling,
  ...vendorInvoices,
  ...vendorOrganizations,
  ...vendorRequests,
  ...vendorSupportAccess,
  ...vendorTestimonials,
  ...vendorUsers,
  ...homeOfficerPage,
  ...homeSchedule,
} as const
