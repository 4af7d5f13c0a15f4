/** Every URL of the product by name, for screens and email. No other code builds paths by hand. */

const seg = (part: string): string => encodeURIComponent(part)
const query = (values: Record<string, string | undefined>): string => {
  const search = Object.entries(values).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return search.length > 0 ? `?${search.join('&')}` : ''
}

export const paths = {
  landing: () => '/',
  app: (next?: string) => `/app${query({ next })}`,

  superAdmin: () => '/super-admin',
  superAdminLogin: (next?: string) => `/super-admin/login${query({ next })}`,
  superAdminDashboard: () => '/super-admin/dashboard',
  superAdminOrganizations: () => '/super-admin/organizations',
  /** The list with these filters. */
  superAdminOrganizationsFound: (found: {
    state?: string
    trial?: string
    quiet?: 'yes'
    sort?: string
    direction?: string
  }) => `/super-admin/organizations${query(found)}`,
  superAdminErasures: () => '/super-admin/erasures',
  superAdminOrganization: (orgId: string) => `/super-admin/organizations/${seg(orgId)}`,
  superAdminFeatures: (found: { flag?: string; choice?: string } = {}) => `/super-admin/features${query(found)}`,
  superAdminUsers: () => '/super-admin/users',
  superAdminUser: (userId: string) => `/super-admin/users/${seg(userId)}`,
  /** The list with these filters: `{ state: 'overdue' }`. */
  superAdminBilling: (found: { tab?: string; state?: string; account?: string; payments?: string } = {}) =>
    `/super-admin/billing${query(found)}`,
  superAdminBillingAccount: (orgId: string, tab?: string) => `/super-admin/billing/${seg(orgId)}${query({ tab })}`,
  superAdminInvoice: (orgId: string, invoiceId: string) =>
    `/super-admin/billing/${seg(orgId)}/invoices/${seg(invoiceId)}`,
  superAdminSettings: () => '/super-admin/settings',
  /** Requests from departments and visitors; with an id, that one. */
  superAdminRequests: (found: { tab?: string; id?: string; state?: string; status?: string } = {}) =>
    `/super-admin/requests${query(found)}`,
  superAdminAudit: () => '/super-admin/audit',
  superAdminProfile: () => '/super-admin/profile',

  adminLogin: (next?: string) => `/admin/login${query({ next })}`,
  adminDashboard: () => '/admin/dashboard',
  /** Setup steps for a new department, one per page; without a step, opens the first unfinished one. */
  adminSetup: (step?: string) => `/admin/setup${query({ step })}`,
  adminOfficers: (standing?: string) => `/admin/officers${query({ standing })}`,
  /** The roster with this filter. */
  adminOfficersFound: (found: { certifications?: 'expiring' | 'expired' }) => `/admin/officers${query(found)}`,
  adminOfficer: (officerId: string) => `/admin/officers/${seg(officerId)}`,
  adminOfficersPosters: () => '/admin/officers/posters',
  adminOfficersImport: () => '/admin/officers/import',
  adminSettings: () => '/admin/settings',
  adminVendorAccess: () => '/admin/vendor-access',
  adminAnnouncements: () => '/admin/announcements',
  adminAnnouncement: (id: string) => `/admin/announcements/${seg(id)}`,
  adminFaq: () => '/admin/faq',
  adminAssignments: (filter?: 'pending') => `/admin/assignments${query({ filter })}`,
  /** The list with these filters. */
  adminAssignmentsFound: (found: { phase?: string; from?: string; to?: string; unfilled?: 'yes' }) =>
    `/admin/assignments${query(found)}`,
  adminAttendance: () => '/admin/attendance',
  /** The schedule with these URL parameters. */
  adminSchedule: (
    found: {
      view?: 'week' | 'month' | 'day' | 'tonight'
      day?: string
      rows?: 'officer' | 'unit'
      unfilled?: 'yes'
    } = {},
  ) => `/admin/assignments${query({ ...found, view: found.view ?? 'week' })}`,
  /** The editor with the date, and a unit or an officer where one is known, filled in. */
  adminAssignmentNewOn: (on: {
    date: string
    unit?: string | undefined
    officer?: string | undefined
    /** The shift it is like, on another day. */
    like?: string | undefined
  }) => `/admin/assignments/new${query(on)}`,
  adminAssignmentNew: (template?: string) => `/admin/assignments/new${query({ template })}`,
  adminAssignment: (id: string) => `/admin/assignments/${seg(id)}`,
  adminAssignmentEdit: (id: string) => `/admin/assignments/${seg(id)}/edit`,
  /** How spots are awarded and shifts are filled, with subpages. */
  adminStaffing: () => '/admin/staffing',
  adminEscalation: () => '/admin/staffing/escalation',
  adminLeaveRequests: () => '/admin/staffing/leave',
  adminSwaps: () => '/admin/staffing/swaps',
  adminWorkRules: () => '/admin/staffing/work-rules',
  adminMinimums: (tab?: 'minimums') => `/admin/staffing/minimum${query({ tab })}`,
  adminForceList: () => '/admin/staffing/force-list',
  adminTours: () => '/admin/staffing/tours',
  adminToursImport: () => '/admin/staffing/tours/import',
  adminPlatoon: (id: string) => `/admin/staffing/tours/${seg(id)}`,
  adminFillPlan: () => '/admin/staffing/plan',
  adminAwardRules: () => '/admin/staffing/rules',
  adminAwardOrder: (rule?: string) => `/admin/staffing/order${query({ rule })}`,
  adminAwardRule: (id: string) => `/admin/staffing/rules/${seg(id)}`,
  adminAwardCases: () => '/admin/staffing/cases',
  adminOpportunities: (officer?: string) => `/admin/staffing/opportunities${query({ officer })}`,
  adminOvertime: () => '/admin/overtime',

  officerDashboard: () => '/officer/dashboard',
  /** With a shift, its own page. */
  officerAssignments: (job?: string) =>
    job === undefined ? '/officer/assignments' : `/officer/assignments/${seg(job)}`,
  /** With a list, shows the shifts behind a number on the dashboard. */
  officerSchedule: (found: { list?: 'later' | 'waiting'; day?: string } = {}) => `/officer/schedule${query(found)}`,
  /** Own leave and requests for it. */
  /** With `ask`, the request form is open. */
  officerLeave: (ask?: 'yes') => `/officer/schedule/leave${query({ ask })}`,
  /** What admins sent to the officer. */
  announcements: (open?: string) => `/officer/announcements${query({ open })}`,
  officerHistory: (tab?: 'extra-time') => `/officer/history${query({ tab })}`,
  /** With a job, its receipt is open. */
  officerStanding: (job?: string) => `/officer/standing${query({ job })}`,
  /** With one of its tabs chosen. */
  officerStandingAbout: (about: 'open' | 'force' | 'hours') => `/officer/standing${query({ about })}`,
  /** One of its lists, whole. */
  officerStandingList: (list: 'force' | 'receipts' | 'answers') => `/officer/standing${query({ list })}`,
  officerProfile: (tab?: string) => `/officer/profile${query({ tab })}`,
  /** With `help`, opens the help panel on top. */
  notifications: (help?: 'sent') => `/notifications${query({ help })}`,

  agencyLogin: (agency: string, next?: string) => `/${seg(agency)}/login${query({ next })}`,
  agencyRegister: (agency: string) => `/${seg(agency)}/register`,
  agencyAdminSetup: (agency: string, invitation?: string) => `/${seg(agency)}/admin/setup${query({ invitation })}`,

  /** An emailed one-time link: to confirm a registration, accept an invitation, or set a super admin's first password. */
  accountLink: (token: string) => `/auth/link${query({ token })}`,
  resetPassword: (token?: string, agency?: string) => `/auth/reset-password${query({ token, agency })}`,
  /** With an answer's id, that one is open. */
  faq: (answer?: string) => (answer === undefined ? '/faq' : `/faq#${seg(answer)}`),
  terms: () => '/terms',
  privacy: () => '/privacy',
} as const

/** Where signed-out people go: the organization's own sign-in if known, otherwise the landing page (section 2). */
export const signedOutGoesTo = (agency: string | null): string =>
  agency === null ? paths.landing() : paths.agencyLogin(agency)
