import { paths } from '#platform/shared/paths.ts'

type About = { type: string; officer_id: string | null; assignment_id: string | null }

/** The screen that a notification is about; null where there is none. What is for the admins opens on the admin's side, what is
 * for one officer on the officer's, an admin's own shifts included. */
export const placeOf = (one: About): string | null => {
  if (one.officer_id !== null) {
    if (one.type.startsWith('extra_time_')) return paths.officerHistory('extra-time')
    if (one.type === 'certification_expiring') return paths.officerProfile('certifications')
    if (one.type === 'volunteers_asked' || one.type === 'ordered_in') return paths.officerStanding()
    if (one.type === 'feedback_changed') return paths.notifications('sent')
    if (one.type.startsWith('swap_') && one.type !== 'swap_done') return paths.officerStanding()
    if (one.type.startsWith('place_offered')) return paths.officerStanding()
    if (one.type.startsWith('attendance_') || one.type === 'no_show') return paths.officerHistory()
    if (one.type.startsWith('award_') && one.assignment_id) return paths.officerStanding(one.assignment_id)
    return one.assignment_id ? paths.officerAssignments(one.assignment_id) : null
  }
  if (one.type === 'minimum_gap') return paths.adminMinimums()
  if (one.type === 'swap_waiting') return paths.adminSwaps()
  if (one.assignment_id) return paths.adminAssignment(one.assignment_id)
  if (one.type.startsWith('extra_time_')) return paths.adminOvertime()
  if (one.type === 'certification_expiring') return paths.adminOfficersFound({ certifications: 'expiring' })
  if (one.type === 'officer_registered') return paths.adminOfficers('pending')
  if (one.type === 'award_case_opened') return paths.adminAwardCases()
  if (one.type === 'support_access') return paths.adminVendorAccess()
  if (one.type === 'import_done' || one.type === 'account_locked' || one.type === 'factors_reset')
    return paths.adminOfficers()
  return one.type.startsWith('attendance_') ? paths.adminAttendance() : null
}
