/** Labels for calls about hours. */
export const attendanceWords = {
  'attendance.approve': 'Hours approved',
  'attendance.approve_many': 'Hours approved in bulk',
  'attendance.ask_correction': 'Hours correction requested',
  'attendance.check_in': 'Checked in',
  'attendance.check_out': 'Checked out',
  'attendance.correct': 'Hours corrected',
  'attendance.no_show': 'No-show marked',
  'attendance.note': 'Note added to hours',
  'attendance.record': 'Hours recorded by admin',
  'attendance.resubmit': 'Hours resubmitted',
  'attendance.return': 'Hours returned',
  'attendance.undo_approval': 'Hours approval undone',
  'attendance.undo_check_out': 'Check-out undone',
} as const
