import { noteNames } from '#features/shifts/assignments/contract.shapes.ts'
import type { ExportColumn } from '#platform/server/cells.ts'
import type { Sheet } from '#platform/server/export-streams.ts'
import { join, named, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { awardedTables } from './store.awarded.ts'
import { date, type Field, moment, type Table, text, whole } from './store.fields.ts'
import { staffedTables } from './store.staffed.ts'
import { workedTables } from './store.worked.ts'

/**
 * The organization's own records, column by column: anything not listed here is not exported. Ids are kept, so that the files can
 * be joined again. `everything.pg.test.ts` fails for a table or a column that is neither here nor left out with a reason.
 */
export const exported: readonly Table[] = [
  {
    table: 'officers',
    order: ['name', 'id'],
    fields: [
      ...text('id', 'name', 'email', 'badge_number', 'rank', 'unit', 'role', 'phone', 'approved'),
      ...date('hired_on', 'left_on'),
      // Millionths of the currency unit per hour, exact.
      ...whole('hourly_rate'),
      ...moment('approved_at', 'rejected_at', 'suspended_at', 'invited_at', 'created_at'),
      ...text('standing_reason'),
    ],
  },
  {
    table: 'officer_certifications',
    order: ['officer_id', 'issued_on', 'id'],
    fields: [
      ...text('id', 'officer_id', 'type', 'number'),
      ...date('issued_on', 'expires_on'),
      ...text('verified_by'),
      ...moment('verified_at', 'created_at'),
    ],
  },
  {
    table: 'officer_notes',
    order: ['officer_id', 'created_at', 'id'],
    fields: [...text('id', 'officer_id', 'author_id', 'body'), ...moment('created_at')],
  },
  {
    table: 'assignments',
    order: ['starts_at', 'id'],
    fields: [
      ...text('id', 'title', 'description', 'kind', 'status', ...noteNames),
      ['location_lat', 'decimal'],
      ['location_lng', 'decimal'],
      ...whole('location_radius_m'),
      ...text('time_zone'),
      ...moment('starts_at', 'ends_at'),
      ...whole('min_required', 'min_pay_minutes'),
      ...text('signup_mode', 'series_id', 'created_by'),
      ...moment('signup_opens_at', 'signup_closes_at', 'publish_at', 'published_at', 'created_at', 'cancelled_at'),
      ...text('cancelled_by', 'cancelled_party', 'cancel_reason', 'backdate_reason', 'reopened_reason'),
      ...moment('closed_at', 'announced_at', 'awarded_at'),
      ...text(
        'award_rule_id',
        'group_steps',
        'award_early_by',
        'award_early_reason',
        'draw_commitment',
        'keeps_waitlist',
      ),
      ...whole('award_number'),
    ],
  },
  {
    table: 'posts',
    order: ['assignment_id', 'position', 'id'],
    fields: [
      ...text('id', 'assignment_id', 'name'),
      ...whole('position', 'required_count', 'confirmed_count', 'split_minutes'),
      ...moment('starts_at', 'ends_at'),
      ...text('requirements'),
    ],
  },
  {
    table: 'officer_assignments',
    order: ['starts_at', 'id'],
    fields: [
      ...text('id', 'assignment_id', 'post_id', 'officer_id', 'status'),
      ...moment('starts_at', 'ends_at', 'applied_at'),
      ...text('assigned_by', 'override_reason', 'decided_by'),
      ...moment('decided_at'),
      ...text('decided_from', 'reason', 'calloff_reason'),
      ...moment('calloff_requested_at', 'called_off_at', 'offer_expires_at'),
      ...text('replaces_id', 'successor_id', 'took_over', 'order_reason'),
    ],
  },
  {
    table: 'swaps',
    order: ['created_at', 'id'],
    fields: [
      ...text('id', 'kind', 'state', 'officer_id', 'signup_id', 'assignment_id', 'post_id'),
      ...moment('starts_at', 'ends_at'),
      ...text('to_officer_id', 'note', 'taker_id', 'counter_signup_id', 'counter_assignment_id', 'counter_post_id'),
      ...moment('counter_starts_at', 'counter_ends_at'),
      ...text('decided_by'),
      ...moment('decided_at'),
      ...text('reason'),
      ...moment('created_at', 'updated_at'),
    ],
  },
  {
    table: 'work_rules',
    order: ['organization_id'],
    fields: [
      ...whole('rest_minutes', 'max_consecutive_minutes', 'break_minutes', 'max_consecutive_days', 'reach_minutes'),
      ...text('windows', 'caps', 'updated_by'),
      ...moment('updated_at'),
    ],
  },
  {
    table: 'platoons',
    order: ['name', 'id'],
    fields: [...text('id', 'name', 'unit'), ...date('ended_on'), ...moment('created_at')],
  },
  {
    table: 'platoon_schedules',
    order: ['platoon_id', 'starts_on'],
    fields: [
      ...text('platoon_id'),
      ...date('starts_on', 'anchor_on'),
      ...text('keeps', 'pattern'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'platoon_members',
    order: ['officer_id', 'starts_on'],
    fields: [...text('id', 'platoon_id', 'officer_id'), ...date('starts_on', 'ends_on'), ...moment('created_at')],
  },
  {
    table: 'tour_exceptions',
    order: ['officer_id', 'on_day', 'id'],
    fields: [
      ...text('id', 'officer_id', 'kind'),
      ...date('on_day', 'works_on'),
      ...text('start_time'),
      ...whole('minutes'),
      ...text('note', 'created_by'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'imported_tours',
    order: ['officer_id', 'starts_at', 'id'],
    fields: [...text('id', 'officer_id'), ...date('on_day'), ...moment('starts_at', 'ends_at', 'created_at')],
  },
  {
    table: 'leaves',
    order: ['officer_id', 'starts_at', 'id'],
    fields: [
      ...text('id', 'officer_id', 'kind', 'whole_days'),
      ...moment('starts_at', 'ends_at'),
      ...text('note', 'entered_by'),
      ...moment('created_at', 'updated_at'),
    ],
  },
  {
    table: 'leave_requests',
    order: ['created_at', 'id'],
    fields: [
      ...text('id', 'officer_id', 'state', 'kind', 'whole_days'),
      ...moment('starts_at', 'ends_at'),
      ...text('note', 'leave_id', 'deny_reason', 'answer', 'decided_by'),
      ...moment('decided_at', 'created_at', 'updated_at'),
    ],
  },
  {
    table: 'place_events',
    order: ['id'],
    fields: [...text('assignment_id'), ...moment('at'), ...whole('delta')],
  },
  {
    table: 'escalation_plans',
    order: ['id'],
    fields: [...text('id', 'kind', 'steps'), ...moment('active_from', 'updated_at'), ...text('updated_by')],
  },
  {
    table: 'escalations',
    order: ['created_at', 'id'],
    fields: [
      ...text('id', 'assignment_id', 'steps', 'emergency'),
      ...moment('published_at', 'paused_at'),
      ...text('paused_by', 'pause_reason'),
      ...whole('paused_minutes'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'escalation_steps',
    order: ['escalation_id', 'position'],
    fields: [...text('escalation_id'), ...whole('position'), ...text('kind'), ...moment('at'), ...whole('told_count')],
  },
  ...staffedTables,
  {
    table: 'channel_orders',
    order: ['event'],
    fields: [...text('event'), ...whole('push_after', 'text_after', 'call_after'), ...moment('updated_at')],
  },
  {
    table: 'force_settings',
    order: ['organization_id'],
    fields: [
      ...text('counted', 'year_starts', 'newcomers', 'by_unit', 'admins_listed', 'names_shown'),
      ...whole('volunteer_minutes'),
    ],
  },
  {
    table: 'force_exemptions',
    order: ['starts_on', 'id'],
    fields: [
      ...text('id', 'officer_id', 'reason'),
      ...date('starts_on', 'ends_on'),
      ...text('created_by', 'ended_by'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'order_calls',
    order: ['opened_at', 'id'],
    fields: [
      ...text('id', 'assignment_id', 'post_id'),
      ...moment('opened_at', 'closes_at', 'closed_at'),
      ...text('opened_by', 'outcome', 'stopped_by', 'stop_reason'),
      ...whole('volunteered_count', 'ordered_count', 'missing_count'),
    ],
  },
  {
    table: 'order_asked',
    order: ['call_id', 'officer_id'],
    fields: [...text('call_id', 'officer_id', 'answer', 'outcome'), ...moment('answered_at')],
  },
  {
    table: 'order_ins',
    order: ['ordered_at', 'id'],
    fields: [
      ...text('id', 'call_id', 'assignment_id', 'post_id', 'officer_id', 'signup_id'),
      ...moment('ordered_at'),
      ...whole('position', 'count_before'),
      ...moment('seen_at', 'fell_at', 'cancelled_at'),
      ...text('cancelled_by', 'cancel_reason', 'list_units'),
    ],
  },
  { table: 'order_receipts', order: ['call_id'], fields: text('call_id', 'passed') },
  ...workedTables,
  ...awardedTables,
  {
    table: 'fill_plans',
    order: ['asked_at', 'id'],
    fields: [...text('id', 'asked_by', 'status', 'outcome'), ...whole('days'), ...moment('asked_at', 'solved_at')],
  },
  {
    table: 'fill_plan_lines',
    order: ['plan_id', 'starts_at', 'id'],
    fields: [
      ...text('id', 'plan_id', 'assignment_id', 'post_id', 'officer_id', 'why'),
      ...moment('starts_at', 'ends_at', 'taken_at'),
      ...text('taken_by', 'signup_id'),
    ],
  },
  {
    table: 'assignment_templates',
    order: ['name', 'id'],
    fields: [...text('id', 'name', 'body', 'created_by'), ...moment('created_at')],
  },
  {
    table: 'locations',
    order: ['name', 'id'],
    fields: [
      ...text('id', 'name', 'address', 'lat', 'lng'),
      ...whole('radius_m'),
      ...text('created_by'),
      ...moment('created_at'),
    ],
  },
  {
    table: 'assignment_series',
    order: ['created_at', 'id'],
    fields: [...text('id', 'pattern', 'created_by'), ...moment('created_at')],
  },
  {
    table: 'announcements',
    order: ['created_at', 'id'],
    fields: [
      ...text('id', 'author_id', 'author_name', 'audience', 'audience_name', 'assignment_id', 'title', 'body'),
      ...moment('created_at', 'reminded_at'),
    ],
  },
  {
    table: 'announcement_recipients',
    order: ['announcement_id', 'officer_id'],
    fields: [...text('announcement_id', 'officer_id'), ...moment('read_at')],
  },
  {
    table: 'announcement_replies',
    order: ['announcement_id', 'created_at', 'id'],
    fields: [...text('id', 'announcement_id', 'officer_id', 'body'), ...moment('created_at')],
  },
  {
    table: 'faq_categories',
    order: ['position', 'id'],
    fields: [...text('id', 'name'), ...whole('position'), ...moment('created_at')],
  },
  {
    table: 'faq_entries',
    order: ['category_id', 'position', 'id'],
    fields: [
      ...text('id', 'category_id', 'question', 'answer', 'published'),
      ...whole('position'),
      ...moment('created_at', 'updated_at'),
    ],
  },
  {
    table: 'sign_in_notices',
    order: ['version'],
    fields: [...whole('version'), ...text('text', 'created_by'), ...moment('created_at')],
  },
  {
    table: 'notice_acceptances',
    order: ['version', 'officer_id'],
    fields: [...whole('version'), ...text('officer_id'), ...moment('accepted_at')],
  },
  {
    table: 'support_accesses',
    order: ['started_at', 'id'],
    fields: [
      ...text('id', 'by_name', 'reason', 'may_write'),
      ...moment('started_at', 'ends_at', 'ended_at'),
      ...text('ended_why', 'ended_by'),
    ],
  },
  {
    table: 'audit_entries',
    order: ['id'],
    feature: 'audit_logs',
    fields: [
      ...whole('id'),
      ...moment('at'),
      ...text('action', 'actor_role', 'actor_officer_id', 'thing_type', 'thing_id', 'before', 'after', 'ip'),
    ],
  },
]

const cell = ([name, as]: Field): Sql =>
  as === 'moment'
    ? sql`to_char(t.${named(name)} at time zone g.time_zone, 'YYYY-MM-DD HH24:MI:SS')`
    : as === 'text'
      ? sql`t.${named(name)}::text`
      : sql`t.${named(name)}`

const sheetOf = ({ table, order, fields, feature }: Table): Sheet => ({
  name: table,
  columns: fields.map(([head, as]): ExportColumn => ({ head, as })),
  statement: sql`select ${join(fields.map(cell), sql`, `)} from ${named(table)} t, organizations g
    where ${ours('t')} and g.id = (select app.organization_id())
      and (${feature ?? null}::text is null or app.has_feature(g.subscription_tier, g.features_enabled, ${feature ?? null}))
    order by ${join(
      order.map((name) => sql`t.${named(name)}`),
      sql`, `,
    )}`,
})

/** One file for each, from a single snapshot. */
export const everySheet = (): Sheet[] => exported.map(sheetOf)
