import { date, moment, type Table, text, whole } from './store.fields.ts'

/** Minimum staffing, and how its gaps were handled. */
export const staffedTables: readonly Table[] = [
  {
    table: 'staffing_minimums',
    order: ['created_at', 'id'],
    fields: [
      ...text('id', 'name', 'platoon_id', 'unit', 'rank'),
      ...whole('least'),
      ...text('weekdays', 'start_time', 'end_time'),
      ...date('starts_on', 'last_on'),
      ...whole('days_ahead', 'latest_minutes'),
      ...text('title', 'kind', 'location_name', 'location_address', 'signup_mode', 'award_rule_id', 'requirements'),
      ...text('created_by'),
      ...moment('created_at', 'updated_at'),
    ],
  },
  {
    table: 'staffing_gaps',
    order: ['minimum_id', 'on_day'],
    fields: [
      ...text('minimum_id'),
      ...date('on_day'),
      ...text('assignment_id', 'reason', 'told'),
      ...moment('opened_at', 'closed_at', 'starts_at', 'ends_at', 'updated_at'),
      ...whole('places'),
    ],
  },
]
