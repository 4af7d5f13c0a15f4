/** Every URL of the product by name, for screens and for mail. Nothing else writes a path by hand. */

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
  /** The list by what its filters name. */
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
  /** The list by what its filters name: `{ state: 'overdue' }`. */
  superAdminBilling: (found: { tab?: string; state?: string; account?: string; payments?: string } = {}) =>
    `/super-admin/billing${query(found)}`,
  superAdminBillingAccount: (orgId: string, tab?: string) => `/super-admin/billing/${seg(orgId)}${query({ tab })}`,
  superAdminInvoice: (orgId: string, invoiceId: string) =>
    `/super-admin/billing/${seg(orgId)}/invoices/${seg(invoiceId)}`,
  superAdminAnalytics: () => '/super-admin/analytics',
  superAdminBillingAnalytics: () => '/super-admin/billing-analytics',
  superAdminSettings: () => '/super-admin/settings',
  /** What departments and visitors wrote; with an id, that one. */
  superAdminRequests: (found: { tab?: string; id?: string; state?: string; status?: string } = {}) =>
    `/super-admin/requests${query(found)}`,
  superAdminAudit: () => '/super-admin/audit',
  superAdminProfile: () => '/super-admin/profile',

  adminLogin: (next?: string) => `/admin/login${query({ next })}`,
  adminDashboard: () => '/admin/dashboard',
  /** The first steps of a new department, one on each page; without a step it opens on the first open one. */
  adminSetup: (step?: string) => `/admin/setup${query({ step })}`,
  adminOfficers: (standing?: string) => `/admin/officers${query({ standing })}`,
  /** The roster by what its filter names. */
  adminOfficersFound: (found: { certifications?: 'expiring' | 'expired' }) => `/admin/officers${query(found)}`,
  adminOfficer: (officerId: string) => `/admin/officers/${seg(officerId)}`,
  adminOfficersImport: () => '/admin/officers/import',
  adminSettings: () => '/admin/settings',
  adminVendorAccess: () => '/admin/vendor-access',
  adminFaq: () => '/admin/faq',
  adminAssignments: (filter?: 'pending') => `/admin/assignments${query({ filter })}`,
  /** The list by what its filters name. */
  adminAssignmentsFound: (found: { phase?: string; from?: string; to?: string; unfilled?: 'yes' }) =>
    `/admin/assignments${query(found)}`,
  adminAttendance: () => '/admin/attendance',
  adminAssignmentNew: (template?: string) => `/admin/assignments/new${query({ template })}`,
  adminAssignment: (id: string) => `/admin/assignments/${seg(id)}`,
  adminAssignmentEdit: (id: string) => `/admin/assignments/${seg(id)}/edit`,
  /** How places are given and shifts get filled; its pages below it. */
  adminStaffing: () => '/admin/staffing',
  adminEscalation: () => '/admin/staffing/escalation',
  adminSwaps: () => '/admin/staffing/swaps',
  adminWorkRules: () => '/admin/staffing/work-rules',
  adminMinimums: (tab?: 'minimums') => `/admin/staffing/minimum${query({ tab })}`,
  adminForceList: () => '/admin/staffing/force-list',
  adminTours: () => '/admin/staffing/tours',
  adminToursImport: () => '/admin/staffing/tours/import',
  adminPlatoon: (id: string) => `/admin/staffing/tours/${seg(id)}`,
  adminFillPlan: () => '/admin/staffing/plan',
  adminAwardRules: () => '/admin/staffing/rules',
  adminAwardRule: (id: string) => `/admin/staffing/rules/${seg(id)}`,
  adminAwardCases: () => '/admin/staffing/cases',
  adminOpportunities: (officer?: string) => `/admin/staffing/opportunities${query({ officer })}`,
  adminBranding: () => '/admin/branding',
  adminOvertime: () => '/admin/overtime',
  adminReports: () => '/admin/reports',
  adminAudit: () => '/admin/audit',

  officerDashboard: () => '/officer/dashboard',
  /** With a job, the list opens on it. */
  officerAssignments: (job?: string) => `/officer/assignments${query({ job })}`,
  officerHistory: (tab?: 'extra-time') => `/officer/history${query({ tab })}`,
  /** With a job, its receipt is open. */
  officerStanding: (job?: string) => `/officer/standing${query({ job })}`,
  /** One of its lists, whole. */
  officerStandingList: (list: 'force' | 'receipts' | 'answers') => `/officer/standing${query({ list })}`,
  officerProfile: (tab?: string) => `/officer/profile${query({ tab })}`,
  /** With `help`, the help panel opens over it. */
  notifications: (help?: 'sent') => `/notifications${query({ help })}`,

  register: (organizationId: string) => `/register/${seg(organizationId)}`,
  agency: (agency: string) => `/${seg(agency)}`,
  agencyLogin: (agency: string, next?: string) => `/${seg(agency)}/login${query({ next })}`,
  agencyRegister: (agency: string) => `/${seg(agency)}/register`,
  agencyAdminSetup: (agency: string, invitation?: string) => `/${seg(agency)}/admin/setup${query({ invitation })}`,

  auth: () => '/auth',
  /** A mailed one-time link: a registration to confirm, an invitation to take, a super admin's first password. */
  accountLink: (token: string) => `/auth/link${query({ token })}`,
  resetPassword: (token?: string, agency?: string) => `/auth/reset-password${query({ token, agency })}`,
  faq: () => '/faq',
  terms: () => '/terms',
  privacy: () => '/privacy',
} as const

/** Where a signed-out person goes: the organization's own sign-in if known, otherwise the landing page (section 2). */
export const signedOutGoesTo = (agency: string | null): string =>
  agency === null ? paths.landing() : paths.agencyLogin(agency)
