import type * as accountLinks from '#features/account-links/contract.ts'
import type * as accounts from '#features/accounts/contract.ts'
import type * as analytics from '#features/analytics/contract.ts'
import type * as assignmentEditor from '#features/assignment-editor/contract.ts'
import type * as assignmentTemplates from '#features/assignment-templates/contract.ts'
import type * as assignments from '#features/assignments/contract.ts'
import type * as attendanceStats from '#features/attendance/contract.stats.ts'
import type * as attendance from '#features/attendance/contract.ts'
import type * as attendanceReview from '#features/attendance-review/contract.ts'
import type * as audit from '#features/audit/contract.ts'
import type * as awardChecks from '#features/award-checks/contract.ts'
import type * as awardRules from '#features/award-rules/contract.ts'
import type * as awards from '#features/awards/contract.ts'
import type * as billing from '#features/billing/contract.ts'
import type * as billingAnalytics from '#features/billing-analytics/contract.ts'
import type * as branding from '#features/branding/contract.ts'
import type * as certifications from '#features/certifications/contract.ts'
import type * as contactRequests from '#features/contact-requests/contract.ts'
import type * as contactsWorked from '#features/contact-requests/contract.vendor.ts'
import type * as dashboards from '#features/dashboards/contract.ts'
import type * as demoRequests from '#features/demo-requests/contract.ts'
import type * as eligibility from '#features/eligibility/contract.ts'
import type * as escalations from '#features/escalations/contract.ts'
import type * as exports from '#features/exports/contract.ts'
import type * as extraTime from '#features/extra-time/contract.ts'
import type * as factors from '#features/factors/contract.ts'
import type * as faq from '#features/faq/contract.ts'
import type * as feedback from '#features/feedback/contract.ts'
import type * as fillPlans from '#features/fill-plans/contract.ts'
import type * as invitations from '#features/invitations/contract.ts'
import type * as invoices from '#features/invoices/contract.ts'
import type * as leaves from '#features/leaves/contract.ts'
import type * as minimumStaffing from '#features/minimum-staffing/contract.ts'
import type * as multiFactor from '#features/multi-factor/contract.ts'
import type * as notificationSettings from '#features/notifications/contract.settings.ts'
import type * as notifications from '#features/notifications/contract.ts'
import type * as offers from '#features/offers/contract.ts'
import type * as officerFiles from '#features/officer-files/contract.ts'
import type * as officerImports from '#features/officer-imports/contract.ts'
import type * as officers from '#features/officers/contract.ts'
import type * as onboarding from '#features/onboarding/contract.ts'
import type * as orderCalls from '#features/order-ins/contract.calls.ts'
import type * as orderIns from '#features/order-ins/contract.ts'
import type * as organizationErasures from '#features/organization-erasures/contract.ts'
import type * as organizations from '#features/organizations/contract.ts'
import type * as passkeys from '#features/passkeys/contract.ts'
import type * as payments from '#features/payments/contract.ts'
import type * as platoonMembers from '#features/platoon-members/contract.ts'
import type * as priorCounts from '#features/prior-counts/contract.ts'
import type * as profiles from '#features/profiles/contract.ts'
import type * as reports from '#features/reports/contract.ts'
import type * as ownSessions from '#features/sessions/contract.own.ts'
import type * as sessions from '#features/sessions/contract.ts'
import type * as settings from '#features/settings/contract.ts'
import type * as signIns from '#features/sign-ins/contract.ts'
import type * as signupDecisions from '#features/signup-decisions/contract.ts'
import type * as signups from '#features/signups/contract.ts'
import type * as superAdmins from '#features/super-admins/contract.ts'
import type * as supportAccess from '#features/support-access/contract.ts'
import type * as swaps from '#features/swaps/contract.ts'
import type * as tourImports from '#features/tour-imports/contract.ts'
import type * as tours from '#features/tours/contract.ts'
import type * as trialRequests from '#features/trial-requests/contract.ts'
import type * as vendorAudit from '#features/vendor-audit/contract.ts'
import type * as vendorDashboard from '#features/vendor-dashboard/contract.ts'
import type * as vendorFeatures from '#features/vendor-features/contract.ts'
import type * as vendorFeedback from '#features/vendor-feedback/contract.ts'
import type * as vendorOrganizations from '#features/vendor-organizations/contract.ts'
import type * as vendorSettings from '#features/vendor-settings/contract.ts'
import type * as vendorUsers from '#features/vendor-users/contract.ts'
import type * as weather from '#features/weather/contract.ts'
import type * as workRules from '#features/work-rules/contract.ts'
import type { CommonError } from '#platform/shared/endpoint.ts'
import type { Words } from '#platform/web/words.ts'
import { awardMessages } from './messages.awards.ts'
import { commonMessages, type NoAnswer } from './messages.every-call.ts'
import { importMessages } from './messages.import.ts'
import { offerMessages } from './messages.offers.ts'
import { officerMessages } from './messages.officers.ts'
import { orderMessages } from './messages.orders.ts'
import { signInMessages } from './messages.sign-in.ts'
import { vendorBaseMessages } from './messages.vendor-base.ts'
import { vendorBillingMessages } from './messages.vendor-billing.ts'
import { vendorOrganizationMessages } from './messages.vendor-organizations.ts'
import { vendorRequestMessages } from './messages.vendor-requests.ts'
import { vendorUserMessages } from './messages.vendor-users.ts'

/** Every contract of the product: a code of theirs without words below does not compile. One line each. */
type Contracts =
  | typeof accountLinks
  | typeof analytics
  | typeof billingAnalytics
  | typeof accounts
  | typeof organizations
  | typeof offers
  | typeof swaps
  | typeof onboarding
  | typeof orderCalls
  | typeof priorCounts
  | typeof platoonMembers
  | typeof orderIns
  | typeof organizationErasures
  | typeof assignmentEditor
  | typeof assignmentTemplates
  | typeof signupDecisions
  | typeof assignments
  | typeof attendance
  | typeof contactRequests
  | typeof contactsWorked
  | typeof attendanceReview
  | typeof attendanceStats
  | typeof audit
  | typeof awards
  | typeof fillPlans
  | typeof awardRules
  | typeof awardChecks
  | typeof certifications
  | typeof billing
  | typeof branding
  | typeof dashboards
  | typeof demoRequests
  | typeof eligibility
  | typeof escalations
  | typeof exports
  | typeof faq
  | typeof feedback
  | typeof extraTime
  | typeof invitations
  | typeof invoices
  | typeof leaves
  | typeof minimumStaffing
  | typeof multiFactor
  | typeof payments
  | typeof passkeys
  | typeof factors
  | typeof signIns
  | typeof notifications
  | typeof notificationSettings
  | typeof officers
  | typeof officerFiles
  | typeof officerImports
  | typeof ownSessions
  | typeof profiles
  | typeof reports
  | typeof sessions
  | typeof settings
  | typeof signups
  | typeof vendorOrganizations
  | typeof superAdmins
  | typeof vendorAudit
  | typeof vendorDashboard
  | typeof tours
  | typeof tourImports
  | typeof trialRequests
  | typeof vendorFeedback
  | typeof vendorFeatures
  | typeof vendorSettings
  | typeof supportAccess
  | typeof vendorUsers
  | typeof weather
  | typeof workRules

type CodesOf<Module> = Module extends unknown
  ? {
      [Name in keyof Module]: Module[Name] extends { errors: infer Errors } ? keyof Errors & string : never
    }[keyof Module]
  : never

export type Code = CommonError | NoAnswer | CodesOf<Contracts>

/** What a person reads for each code. `{name}` is filled from the refusal's details. */
export const messages = {
  ...commonMessages,

  // branding
  logo_broken: {
    title: 'The picture cannot be read',
    text: 'It is damaged or cut off. Save it once more and try again.',
  },
  logo_missing: { title: 'No picture', text: 'Choose a PNG, JPEG or WebP file.' },
  logo_svg: {
    title: 'SVG is not taken',
    text: 'An SVG can carry scripts. Save the logo as PNG, at least 512 pixels wide, and choose that.',
  },
  logo_too_many_pixels: {
    title: 'Too many pixels',
    text: 'A logo has 16 megapixels at most, such as 4000 by 4000. Save it smaller and try again.',
  },
  logo_wrong_type: { title: 'Not a picture of the right kind', text: 'Choose a PNG, JPEG or WebP file.' },

  // the own account
  password_wrong: {
    title: 'The password is not right',
    text: 'Type the one that you sign in with. After five wrong ones it is locked for 15 minutes.',
  },

  // settings
  notice_changed: {
    title: 'The notice has changed',
    text: 'Its text was changed while you read. Read the present one, then accept it.',
  },
  asked_already: {
    title: 'Asked already',
    text: 'Your department asked within the last day. The vendor has the request and answers it by mail.',
  },

  // assignments
  already_over: { title: 'Already over', text: 'The shift has ended. It can be closed, not cancelled.' },
  attendance_open: {
    title: 'Attendance is open',
    text: 'Approve the attendance of every confirmed officer, or mark a no-show, then close it.',
  },
  below_confirmed: {
    title: 'Fewer places than confirmed',
    text: 'Release officers first, or keep the places ({posts}).',
  },
  closed: { title: 'Closed', text: 'This shift is closed. Reopen it first.' },
  decisions_needed: {
    title: 'Decide on the officers first',
    text: 'The change hits officers who are confirmed. Say for each whether they keep the place.',
  },
  has_signups: { title: 'Officers signed up', text: 'A draft that officers once signed up for is kept.' },
  mode_fixed: {
    title: 'Sign-up is under way',
    text: 'How places are given cannot change while officers are signed up.',
  },
  name_taken: { title: 'The name is taken', text: 'Another template has this name. Choose another one.' },
  not_closed: { title: 'Not closed', text: 'Only a closed shift can be reopened.' },
  not_completed: { title: 'Not over yet', text: 'A shift can be closed once it has ended.' },
  not_draft: { title: 'Not a draft any more', text: 'It was published or cancelled meanwhile.' },
  overlaps_meanwhile: {
    title: 'Another shift came in between',
    text: 'An officer was confirmed elsewhere while you were saving. Save again to decide.',
  },
  post_has_signups: {
    title: 'Officers signed up for the post',
    text: 'A post that officers signed up for is kept ({posts}).',
  },
  reason_required: { title: 'A reason is needed', text: 'Write a reason. It is kept and told.' },
  starts_in_past: {
    title: 'The start has passed',
    text: 'Give a reason for posting a shift that has already started, or choose a later start.',
  },
  time_happens_twice: {
    title: 'The time comes twice',
    text: 'Clocks go back on that day: say which of the two it is.',
  },
  time_is_over: { title: 'The shift is over', text: 'Its times and places are history and stay as they are.' },
  too_many_templates: { title: 'Too many templates', text: 'Delete one first: {most} are kept at most.' },

  ...awardMessages,

  // attendance
  assignment_closed: {
    title: 'The assignment is closed',
    text: 'Reopen the assignment first, then change its records.',
  },
  attendance_locked: { title: 'Exported already', text: 'This record was exported and cannot be changed any more.' },
  not_over: {
    title: 'Not over yet',
    text: 'This is decided after the end of the shift: until then the officer can still check in.',
  },
  own_attendance: {
    title: 'Your own hours',
    text: 'Nobody decides on their own hours. Another admin has to; if there is none, appoint a second one.',
  },
  already_checked_in: { title: 'Already checked in', text: 'You are checked in to this shift already.' },
  already_checked_out: { title: 'Already checked out', text: 'This shift is checked out already.' },
  attendance_decided: {
    title: 'Already decided',
    text: 'An admin has decided on this record. It cannot be changed here.',
  },
  checkin_too_early: { title: 'Too early', text: 'Check-in to this shift is not open yet.' },
  checkin_too_late: {
    title: 'The shift is over',
    text: 'Check-in ended with the shift. Ask an admin to record your times by hand.',
  },
  checkout_too_late: {
    title: 'Too late to check out',
    text: 'Check-out is taken until 24 hours after the shift. An admin will set your times.',
  },
  end_not_after_start: { title: 'Check the times', text: 'The check-out has to be after the check-in.' },
  in_the_future: { title: 'Check the times', text: 'The check-out cannot be later than now.' },
  no_confirmed_place: { title: 'No place on this shift', text: 'You do not hold a confirmed place on this shift.' },
  not_checked_in: { title: 'Not checked in', text: 'Check in first, then check out.' },
  other_attendance_open: {
    title: 'Still checked in elsewhere',
    text: 'You are still checked in to another shift. Check out of it first.',
  },
  place_taken: {
    title: 'The place was taken',
    text: 'Another officer has the place now. Raise the number of places first.',
  },
  worked_elsewhere: {
    title: 'Worked another shift',
    text: 'The officer holds a place on another shift at that time. Release that one first.',
  },
  too_far_from_shift: { title: 'Check the times', text: 'The times have to be within a day of the shift.' },
  wrong_state: { title: 'Not possible any more', text: 'It has been decided on meanwhile. Look at its new state.' },
  ...officerMessages,
  ...offerMessages,
  ...vendorBillingMessages,
  ...vendorOrganizationMessages,

  // notifications
  not_optional: { title: 'Not optional', text: 'You are always told of this: it changes what you have to do.' },

  // officers
  badge_taken: { title: 'Badge number taken', text: 'Another officer of your department has this badge number.' },
  email_taken: { title: 'Address taken', text: 'Another officer of your department has this e-mail address.' },
  officers_full: {
    title: 'The roster is full',
    text: 'Your plan allows no more officers. Mark those who left, or contact the vendor for a larger plan.',
  },
  own_row: { title: 'Not for yourself', text: 'Another admin has to do this: it is your own row.' },
  last_admin: {
    title: 'The last admin stays',
    text: 'A department is never without an admin. Make a second officer an admin first.',
  },
  already_admin: { title: 'Already an admin', text: 'Somebody else made this officer an admin just now.' },
  not_admin: { title: 'No admin any more', text: 'Somebody else changed this just now.' },
  has_account: { title: 'Has an account', text: 'This officer signs in already and needs no invitation.' },
  ...importMessages,
  ...orderMessages,
  ...vendorRequestMessages,
  ...vendorUserMessages,
  // signups
  already_signed_up: { title: 'Signed up already', text: 'There is a signup for this assignment already.' },
  cancelled: { title: 'Cancelled', text: 'This assignment was cancelled.' },
  checked_in: { title: 'Already checked in', text: 'Who has checked in cannot give the shift up or be released.' },
  full: { title: 'Shift full', text: 'The last place was taken. Nothing was changed.' },
  not_approved: { title: 'Not an active officer', text: 'Only an approved officer can have a place.' },
  not_open_yet: { title: 'Not open yet', text: 'Sign-up for this assignment has not begun.' },
  not_published: { title: 'Not published', text: 'The assignment has not been published yet.' },
  notice_passed: {
    title: 'The notice has passed',
    text: 'It is too late to call off freely. Give a reason, and an admin will decide.',
  },
  overlaps: { title: 'Overlaps another shift', text: 'The officer holds a place on a shift at the same time.' },
  own_signup: { title: 'Your own signup', text: 'Another admin has to decide on it.' },
  certification_required: {
    title: 'A certification is asked for',
    text: 'This post asks for a certification that the officer does not hold.',
  },
  certification_expires: {
    title: 'A certification expires before the end',
    text: 'It has to be valid to the end of the shift.',
  },
  service_required: { title: 'More service is asked for', text: 'This post asks for more months of service.' },
  on_leave: { title: 'On leave', text: 'The officer is on leave at that time.' },
  rest: { title: 'Too little rest', text: 'The department asks for more rest before or after this shift.' },
  rolling_window: {
    title: 'Too many hours',
    text: 'With this shift there would be more hours in a row of days than the department allows.',
  },
  consecutive_hours: {
    title: 'Too long without a break',
    text: 'With this shift there would be more hours without a break than the department allows.',
  },
  consecutive_days: {
    title: 'Too many days in a row',
    text: 'With this shift there would be more days of work in a row than the department allows.',
  },
  cap: {
    title: 'Over the limit of hours',
    text: 'With this shift there would be more hours in the week or month than the department allows.',
  },
  group_first: {
    title: 'Another group comes first',
    text: 'Another group sees this job first; it opens to others after that.',
  },
  not_a_part: { title: 'Not whole pieces', text: 'Choose whole pieces of the post’s time.' },
  rank_required: { title: 'Another rank is asked for', text: 'This post is for certain ranks only.' },
  started: { title: 'Already begun', text: 'The shift has begun.' },
  suspended: { title: 'Suspended', text: 'A suspended officer cannot have a place.' },
  turned_down: { title: 'Turned down before', text: 'An admin has turned this down or released the officer from it.' },
  unit_required: { title: 'Another unit is asked for', text: 'This post is for certain units only.' },
  window_closed: { title: 'Sign-up has closed', text: 'The time to sign up for this assignment is over.' },
  // faq
  category_taken: { title: 'The name is taken', text: 'Another category has this name. Choose another one.' },
  category_not_empty: {
    title: 'Questions stand in it',
    text: 'Move its questions to another category, or delete them, then delete the category.',
  },
  faq_full: {
    title: 'The FAQ is full',
    text: 'It holds at most 30 categories and 200 questions. Delete what nobody needs any more.',
  },
  // fill plans
  plan_waiting: { title: 'A plan is being worked out', text: 'Wait for it: it takes half a minute or less.' },
  line_taken: { title: 'Taken over already', text: 'Another admin has taken this line over.' },

  ...signInMessages,
  ...vendorBaseMessages,
} satisfies Record<Code, Words>
