import { date, moment, type Table, text, whole } from './store.fields.ts'

/** Award rules, offers, and their outcomes. */
export const awardedTables: readonly Table[] = [
  {
    table: 'opportunities',
    order: ['at', 'id'],
    fields: [
      ...text('id', 'officer_id'),
      ...moment('at', 'recorded_at'),
      ...text('kind'),
      ...whole('minutes', 'times'),
      ...text('assignment_id', 'post_id', 'signup_id', 'source', 'note', 'contact'),
    ],
  },
  {
    table: 'openings',
    order: ['created_at', 'id'],
    fields: [
      ...text('id', 'officer_id', 'kind'),
      ...whole('times', 'minutes'),
      ...date('last_on'),
      ...text('reason', 'created_by', 'takes_back'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'award_rules',
    order: ['name', 'id'],
    fields: [...text('id', 'name', 'pack', 'created_by'), ...moment('created_at')],
  },
  {
    table: 'award_rule_versions',
    order: ['rule_id', 'version'],
    fields: [
      ...text('id', 'rule_id'),
      ...whole('version'),
      ...moment('effective_from'),
      ...text('body', 'note', 'created_by'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'award_adoptions',
    order: ['kind', 'effective_from', 'id'],
    fields: [
      ...text('kind', 'rule_id'),
      ...moment('effective_from'),
      ...text('note', 'created_by'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'award_rounds',
    order: ['at', 'id'],
    fields: [
      ...text('id', 'assignment_id', 'post_id', 'purpose', 'rule_version_id', 'rule_name'),
      ...whole('rule_version', 'places', 'award_number'),
      ...moment('at'),
      ...text('rule', 'inputs', 'inputs_hash', 'result_hash', 'seed', 'commitment', 'decided_by', 'reason'),
    ],
  },
  {
    table: 'award_receipts',
    order: ['round_id', 'rank'],
    fields: [
      ...text('id', 'round_id', 'officer_id', 'signup_id'),
      ...whole('rank', 'of'),
      ...text('values', 'decided_by', 'outcome', 'reasons', 'won', 'others'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'award_cases',
    order: ['found_at', 'id'],
    fields: [
      ...text('id', 'round_id', 'assignment_id', 'post_id', 'officer_id', 'instead_id', 'instead_signup_id'),
      ...text('made_by', 'made_reason'),
      ...whole('minutes'),
      ...text('cause', 'remedy'),
      ...moment('found_at', 'closed_at'),
      ...text('closed_by', 'closed_remedy', 'closed_note'),
    ],
  },
  {
    table: 'award_input_checks',
    order: ['checked_at', 'id'],
    fields: [...text('id', 'round_id', 'differences', 'changed'), ...moment('checked_at')],
  },
]
