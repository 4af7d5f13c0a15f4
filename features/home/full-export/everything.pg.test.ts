import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEverything, exportOrganization } from '#features/department/exports/contract.ts'
import { tables } from '#platform/server/tables.gen.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { unzip } from '#platform/server/testing.zip.ts'
import { routes } from './routes.ts'
import { exported } from './store.everything.ts'

/** In most tables: whose row it is, and how an open screen notices that another one changed it. */
const internal: ReadonlySet<string> = new Set(['organization_id', 'updated_at', 'version'])
/** Columns of exported tables that are not exported, by table. */
const leftOutFields: Readonly<Record<string, readonly string[]>> = {
  // The account's id, and forms of the email and badge number that are only compared.
  officers: ['user_id', 'email_key', 'claimed_badge', 'claimed_email_key'],
  // Which reminders have gone out.
  officer_certifications: ['reminded_days'],
  overtime_requests: ['reminded_days'],
  // Marks for a page or a job that the audit has as changes.
  assignments: ['clock_note', 'terms_changed_at'],
  posts: ['freed_at'],
  officer_assignments: ['offer_shared', 'begun_at'],
  escalation_steps: ['told'],
  staffing_gaps: ['announced', 'said', 'unsaid'],
  fill_plans: ['begun_at', 'tries'],
  // The names are with the officers.
  swaps: ['officer_name', 'to_name', 'taker_name'],
  // Ids that nothing refers to.
  place_events: ['id'],
  channel_orders: ['id'],
  award_adoptions: ['id'],
  sign_in_notices: ['id'],
  // Where a person's phone was and what its clock said: for the admin who reviews the hours.
  attendance: [
    ...['device_in_at', 'device_out_at', 'in_lat', 'in_lng', 'in_accuracy_m', 'in_distance_m', 'out_lat', 'out_lng'],
    ...[
      'out_accuracy_m',
      'out_distance_m',
      'created_at',
      'in_age_s',
      'in_same_fixes',
      'in_kmh',
      'out_age_s',
      'out_kmh',
    ],
    ...['in_arrived_at', 'out_arrived_at', 'again_in_at', 'begun_at'],
  ],
  attendance_gaps: [
    ...['left_device_at', 'left_lat', 'left_lng', 'left_accuracy_m', 'left_distance_m', 'back_device_at', 'back_lat'],
    ...['back_lng', 'back_accuracy_m', 'back_distance_m', 'created_at', 'left_age_s', 'left_kmh', 'back_age_s'],
    ...['back_same_fixes', 'back_kmh', 'left_arrived_at', 'back_arrived_at'],
  ],
  // Of the vendor's staff and of accounts.
  support_accesses: ['session_id', 'user_id'],
  audit_entries: ['request_id', 'actor_user_id', 'user_agent', 'about'],
}

/** Tables of the organization without records of its own. */
const leftOut: Readonly<Record<string, string>> = {
  calendar_feeds: 'each officer’s own link, a hash; the audit has when it was made and revoked',
  push_subscriptions: 'addresses of each person’s browsers; the audit has when they were added',
  push_tokens: 'which subscription a phone’s token belongs to, a hash',
  phones: 'numbers that each person agreed to be texted at; the audit has each consent',
  phone_replies: 'ids that keep a reply from counting twice',
  deliveries: 'what went out on other channels than email; the notifications are exported',
  saved_filters: 'each person’s own view of a list',
  bulk_edits: 'for a minute of undoing; the audit has every change',
  audit_seal_entries: 'hashes, for the verifier',
  audit_seals: 'hashes, for the verifier',
  award_draws: 'seeds of draws; those that were used stand in their rounds',
  place_holds: 'follows from the signups',
  shared_places: 'follows from the signups',
  assignment_copies: 'which shifts were copied, to undo it; the shifts are exported',
  shift_changes: 'what one press changed, to undo it; the signups and leaves are exported',
  feature_requests: 'letters from a person to the vendor, not of the organization',
  request_notes: 'of the vendor: what its staff notes about what was written to it',
  feedback_merges: 'of the vendor: what was put together across departments',
  problem_reports: 'letters from a person to the vendor, not of the organization',
  demo_request_counts: 'counts of visitors by the hour, of the vendor alone',
  organization_erasures: "the vendor's own certificates",
  organization_figures: 'counted from records that are exported',
  exports: 'what is being exported itself; the audit has who took what',
  account_acts: 'what the vendor did to accounts; what concerns the organization is in its audit',
  organization_standings: 'plans and states as the vendor counts them; the audit has each change',
  feature_uses: 'days on which a feature was used, counted for the vendor',
  figure_marks: 'which months are to be counted again',
  figure_states: 'when figures were counted',
  month_figures: 'sums of what is exported, for the vendor',
  past_figures: 'totals of departments that are erased, the vendor’s',
  past_fill_times: 'totals of departments that are erased, the vendor’s',
  revenue_figures: "sums of the vendor's own contracts",
  month_fill_times: 'sums of what is exported, for the vendor',
  vendor_reads: 'what the vendor read across organizations, of the vendor alone',
  vendor_settings: 'of the vendor alone',
  testimonials: 'of the vendor alone',
  billing_accounts: "the vendor's books; the department has its invoices by mail",
  billing_tasks: "the vendor's books",
  contract_charges: "the vendor's books",
  contract_versions: "the vendor's books",
  contracts: "the vendor's books",
  invoice_documents: "the vendor's books; the department has them by mail",
  invoice_letters: "the vendor's books",
  invoice_lines: "the vendor's books",
  invoice_numbers: "the vendor's books",
  invoices: "the vendor's books; the department has them by mail",
  number_series: "the vendor's books",
  payment_allocations: "the vendor's books",
  refunds: "the vendor's books",
  payments: "the vendor's books",
  idempotency_keys: 'answers kept for calls that are made twice',
  mails: 'letters on their way, with links that let somebody in',
  notification_settings: 'each person’s email choices',
  tellings: 'letters that wait to be written',
  reminders: 'which letters went out',
  force_members: 'the officers, as far as the force list shows them',
  onboardings: 'which first steps were skipped: how the product was begun with, no record',
  contact_requests: 'letters to the vendor, not of the organization',
  organization_logos: 'a picture, no record',
  notifications: 'words about records that are exported, each for its reader',
  officer_merges: 'what takes a merge of two rows apart again; the audit and the officers have what it made',
  officer_imports: 'the runs of imports; the audit and the officers have what they made',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const take = async (who: TestPerson) => {
  const answer = await fetch(server.base + exportEverything.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.base, cookie: `watchbill=${who.secret}` },
    body: '{}',
  })
  expect(answer.status).toBe(200)
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

const scene = async (over: Record<string, unknown> = {}) => {
  const house = await server.makeOrganization({ time_zone: 'Pacific/Honolulu', ...over })
  const of = { organization_id: house.id }
  const admin = await server.makePerson(house, { role: 'admin', name: `Chief ${house.subdomain}` })
  const officer = await server.makePerson(house, { name: '=cmd' })
  const times = { starts_at: '2026-03-01T08:00:00Z', ends_at: '2026-03-01T16:00:00Z' }
  const assignment = await server.insert('assignments', {
    ...of,
    title: 'Parade',
    kind: 'special_event',
    time_zone: 'Pacific/Honolulu',
    status: 'published',
    ...times,
  })
  const post = await server.insert('posts', {
    ...of,
    assignment_id: assignment.id,
    name: 'Gate',
    required_count: 1,
    ...times,
  })
  await server.insert('officer_assignments', {
    ...of,
    assignment_id: assignment.id,
    post_id: post.id,
    officer_id: officer.officer_id,
    status: 'worked',
    ...times,
  })
  return { house, admin, officer }
}

test('puts all of the organization’s data and no one else’s in one zip, even after the trial ends', {
  meta: { shows: ['issue 3.5'] },
}, async () => {
  const ours = await scene({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  const theirs = await scene()
  const files = await take(ours.admin)
  expect([...files.keys()].sort()).toEqual(exported.map(({ table }) => `${table}.csv`).sort())
  const all = [...files.values()].join('')
  expect(all).toContain(`Chief ${ours.house.subdomain}`)
  expect(all).not.toContain(theirs.house.subdomain)
  const officers: Record<string, string>[] = parse(files.get('officers.csv') ?? '', { bom: true, columns: true })
  expect(officers.map(({ name }) => name)).toEqual(["'=cmd", `Chief ${ours.house.subdomain}`])
  const signups: Record<string, string>[] = parse(files.get('officer_assignments.csv') ?? '', {
    bom: true,
    columns: true,
  })
  // In the department's time zone it is the evening before.
  expect(signups).toMatchObject([
    { status: 'worked', starts_at: '2026-02-28 22:00:00', officer_id: ours.officer.officer_id },
  ])
  const audit: unknown[] = parse(files.get('audit_entries.csv') ?? '', { bom: true, columns: true })
  expect(audit.length).toBeGreaterThan(0)
})

test('officers, strangers and other pages of an expired trial are refused; the audit requires its feature', {
  meta: { shows: ['issue 3.5'] },
}, async () => {
  const { officer } = await scene()
  expect((await server.call(exportEverything, {}, officer)).error?.code).toBe('not_allowed')
  expect((await server.call(exportEverything, {}, null)).error?.code).toBe('not_signed_in')
  const basic = await scene({ subscription_tier: 'basic' })
  const files = await take(basic.admin)
  expect(parse(files.get('audit_entries.csv') ?? '', { bom: true })).toHaveLength(1)
  expect(parse(files.get('officers.csv') ?? '', { bom: true })).toHaveLength(3)
})

test('every table of the organization is exported or excluded for a reason', {
  meta: { shows: ['issue 3.5'] },
}, async () => {
  const tables = await server.rows<{ name: string }>(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
      select from pg_policies p where p.tablename = c.relname and p.policyname = 'tenant')`)
  const known = new Set([...exported.map(({ table }) => table), ...Object.keys(leftOut)])
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('every column of an exported table is exported or left out for a reason', () => {
  const missing = exported.flatMap(({ table, fields }) => {
    const there = new Set<string>(fields.map(([name]) => name))
    const names = Object.keys(tables[table]).filter((name) => !there.has(name) && !internal.has(name))
    return names.length > 0 ? [[table, names] as const] : []
  })
  expect(Object.fromEntries(missing)).toEqual(leftOutFields)
})

test('the vendor downloads the same archive of one organization, with a reason recorded in its audit', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const [ours, theirs] = [await scene(), await scene()]
  const vendor = await server.makeSuperAdmin()
  const ask = { organization_id: ours.house.id, reason: 'Asked for by the chief' }
  const answer = await server.call(exportOrganization, ask, vendor)
  expect(answer.status).toBe(200)
  const all = JSON.stringify(answer.body)
  expect(all).toContain(`Chief ${ours.house.subdomain}`)
  expect(all).not.toContain(theirs.house.subdomain)
  const audit = await server.rows<{ actor_role: string; reason: string }>(
    `select actor_role, after -> 'parameters' ->> 'reason' as reason from audit_entries
     where organization_id = $1 and action = 'exports.organization' and before is null`,
    [ours.house.id],
  )
  expect(audit).toEqual([{ actor_role: 'super_admin', reason: 'Asked for by the chief' }])
  // Not every plan includes the audit, so the admins are also notified.
  const told = await server.rows<{ type: string; message: string }>(
    'select type, message from notifications where organization_id = $1 and officer_id is null',
    [ours.house.id],
  )
  expect(told).toEqual([{ type: 'support_access', message: expect.stringContaining('Asked for by the chief') }])
  expect((await server.call(exportOrganization, ask, ours.admin)).status).toBe(404)
  const gone = await server.makeOrganization({ state: 'erased' })
  expect((await server.call(exportOrganization, { ...ask, organization_id: gone.id }, vendor)).status).toBe(404)
  expect((await server.call(exportOrganization, { ...ask, organization_id: crypto.randomUUID() }, vendor)).status).toBe(
    404,
  )
})
