import { paths } from '#platform/shared/paths.ts'

/** What a notification is about: a shift, an announcement, or neither. */
type Place = (job: string | null, announcement: string | null) => string | null

/** Screens of an officer that an event leads to; `job` is the shift that it is about. */
export const officerPlaces = {
  shift: (job) => (job ? paths.officerAssignments(job) : null),
  // Several at once lead to the list.
  open_shifts: (job) => paths.officerAssignments(job ?? undefined),
  receipt: (job) => (job ? paths.officerStanding(job) : null),
  leave: () => paths.officerLeave(),
  history: () => paths.officerHistory(),
  claims: () => paths.officerHistory('extra-time'),
  certifications: () => paths.officerProfile('certifications'),
  announcements: (_, id) => paths.announcements(id ?? undefined),
  // To an admin as the author.
  sent_announcements: (_, id) => (id ? paths.adminAnnouncement(id) : paths.adminAnnouncements()),
  sent: () => paths.notifications('sent'),
} as const satisfies Record<string, Place>
export type OfficerPlace = keyof typeof officerPlaces

const orShift = (elsewhere: () => string) => (job: string | null) => (job ? paths.adminAssignment(job) : elsewhere())

/** The same for admins: events about a shift link to the shift, except those with their own page. */
export const adminPlaces = {
  shift: (job) => (job ? paths.adminAssignment(job) : null),
  minimums: () => paths.adminMinimums(),
  announcements: (_, id) => (id ? paths.adminAnnouncement(id) : paths.adminAnnouncements()),
  swaps: () => paths.adminSwaps(),
  leave: () => paths.adminLeaveRequests(),
  attendance: orShift(() => paths.adminAttendance()),
  extra_time: orShift(() => paths.adminOvertime()),
  award_cases: orShift(() => paths.adminAwardCases()),
  registrations: orShift(() => paths.adminOfficers('pending')),
  roster: orShift(() => paths.adminOfficers()),
  expiring: orShift(() => paths.adminOfficersFound({ certifications: 'expiring' })),
  vendor_access: orShift(() => paths.adminVendorAccess()),
} as const satisfies Record<string, Place>
export type AdminPlace = keyof typeof adminPlaces
