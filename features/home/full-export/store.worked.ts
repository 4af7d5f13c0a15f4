import { moment, type Table, text, whole } from './store.fields.ts'

/** Hours worked and extra time claimed. */
export const workedTables: readonly Table[] = [
  {
    table: 'attendance',
    order: ['scheduled_starts_at', 'id'],
    fields: [
      ...text('id', 'signup_id', 'assignment_id', 'officer_id', 'state'),
      ...moment('scheduled_starts_at', 'scheduled_ends_at', 'checked_in_at', 'checked_out_at'),
      ...moment('original_in_at', 'original_out_at', 'asked_in_at', 'asked_out_at', 'late_out_at'),
      ...text('in_position', 'out_position', 'closed_by_system'),
      ...whole('worked_minutes'),
      ...text('note', 'decided_by'),
      ...moment('decided_at'),
      ...text('reason'),
    ],
  },
  {
    table: 'attendance_gaps',
    order: ['left_at', 'id'],
    fields: [
      ...text('id', 'attendance_id', 'officer_id'),
      ...moment('left_at', 'back_at'),
      ...text('counted', 'left_position', 'back_position'),
    ],
  },
  {
    table: 'overtime_requests',
    order: ['starts_at', 'id'],
    fields: [
      ...text('id', 'officer_id', 'status', 'kind'),
      ...moment('starts_at'),
      ...whole('minutes'),
      ...moment('ends_at', 'asked_starts_at'),
      ...whole('asked_minutes'),
      ...text('signup_id', 'docket_number', 'court', 'reason', 'decided_by'),
      ...moment('decided_at'),
      ...text('decision_reason'),
      ...moment('submitted_at', 'created_at'),
    ],
  },
]
