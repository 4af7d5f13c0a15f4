import { randomBytes, randomUUID } from 'node:crypto'
import { makeBooks } from '#features/vendor/billing/testing.books.ts'
import type { Ids, Make } from '#platform/server/testing.inputs.ts'
import type { TestServer } from '#platform/server/testing.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { awardNouns, awardOverrides, makeRule } from './testing.awards.ts'
import { deskNouns, deskOverrides, makeDesk } from './testing.desk.ts'
import { fingerprintOf } from './testing.fingerprint.ts'
import { makeOrdered, oneStep, orderOverrides } from './testing.orders.ts'
import { templateBody } from './testing.template.ts'
import { makeTours, tourOverrides } from './testing.tours.ts'

export type Scene = Awaited<ReturnType<typeof makeScene>>

/** A published shift of a series, with a pending sign-up and a template. */
const makePosted = async (
  make: Make,
  { mark, officer_id, ...times }: { mark: string; officer_id: string; starts_at: string; ends_at: string },
) => {
  const series_id = await make('assignment_series', { pattern: '{}' })
  const template_id = await make('assignment_templates', { name: `Template ${mark}`, body: templateBody(mark) })
  const assignment_id = await make('assignments', {
    title: `Job ${mark}`,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    ...times,
    status: 'published',
    series_id,
  })
  const post_id = await make('posts', { assignment_id, name: `Post ${mark}`, required_count: 3, ...times })
  const signup_id = await make('officer_assignments', {
    assignment_id,
    post_id,
    officer_id,
    status: 'pending_approval',
    ...times,
  })
  // Another one that the officer has, a month later: what only its holder may ask.
  const later = (at: string) => new Date(Date.parse(at) + 30 * 86_400_000).toISOString()
  const ahead = { starts_at: later(times.starts_at), ends_at: later(times.ends_at) }
  const held_id = await make('assignments', {
    title: `Held ${mark}`,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    ...ahead,
    status: 'published',
  })
  const held_post = await make('posts', { assignment_id: held_id, name: 'H', required_count: 1, ...ahead })
  const holder = { assignment_id: held_id, post_id: held_post, officer_id }
  const held_signup_id = await make('officer_assignments', { ...holder, status: 'confirmed', ...ahead })
  const swap_id = await make('swaps', {
    ...{ kind: 'give_away', officer_id, officer_name: `Giver ${mark}`, signup_id, assignment_id, post_id },
    ...times,
  })
  return { series_id, template_id, assignment_id, post_id, signup_id, swap_id, held_signup_id }
}

/** Resolves the id an input property refers to: by its own name, or by the noun of the call. */
const idsFrom = (known: Record<string, string>): Ids => {
  const nouns: Record<string, string | undefined> = {
    assignments: known.assignment_id,
    officers: known.officer_id,
    signups: known.signup_id,
    attendance: known.attendance_id,
    notifications: known.notification_id,
    templates: known.template_id,
    series: known.series_id,
    imports: known.import_id,
    sessions: known.session_id,
    faq: known.faq_id,
    extra_time: known.extra_time_id,
    certifications: known.certification_id,
    tours: known.platoon_id,
    leaves: known.leave_id,
    leave_requests: known.leave_request_id,
    minimums: known.minimum_id,
    ...awardNouns(known),
    organizations: known.organization_id,
    contact_requests: known.contact_id,
    trial_requests: known.trial_request_id,
    organization_erasures: known.erasure_id,
    vendor_feedback: known.wish_id,
    support_access: known.support_access_id,
    users: known.super_admin_id,
    testimonials: known.testimonial_id,
    order_ins: known.order_in_id,
    offers: known.signup_id,
    escalations: known.escalation_id,
    swaps: known.swap_id,
    shift_page: known.assignment_id,
    invitations: known.invitation_id,
    ...deskNouns(known),
  }
  return (property, endpoint) => known[property] ?? nouns[endpoint.name.split('.')[0] ?? ''] ?? known.officer_id ?? ''
}

/** A past shift, with an officer's hours waiting for a decision. */
const makeWorked = async (
  make: Make,
  { mark, officer_id, ...past }: { mark: string; officer_id: string; starts_at: string; ends_at: string },
) => {
  const worked_id = await make('assignments', {
    title: `Worked ${mark}`,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    ...past,
    status: 'published',
  })
  const worked_post = await make('posts', { assignment_id: worked_id, name: 'P', required_count: 1, ...past })
  const worked_signup = await make('officer_assignments', {
    assignment_id: worked_id,
    post_id: worked_post,
    officer_id,
    status: 'confirmed',
    ...past,
  })
  const attendance_id = await make('attendance', {
    signup_id: worked_signup,
    assignment_id: worked_id,
    officer_id,
    state: 'submitted',
    scheduled_starts_at: past.starts_at,
    scheduled_ends_at: past.ends_at,
    checked_in_at: past.starts_at,
    checked_out_at: past.ends_at,
    worked_minutes: 480,
  })
  return { assignment_id: worked_id, signup_id: worked_signup, attendance_id }
}

const certificate = { number: '', issued_on: '2026-01-05', expires_on: '' }

/** One hour of extra time, `ago` hours ago. */
const claimed = (ago: number) => ({
  kind: 'callback',
  starts_at: new Date(Math.floor(Date.now() / 60_000) * 60_000 - ago * 3_600_000).toISOString(),
  minutes: 60,
})

/** Records nothing else depends on: a notification, an import, an FAQ question. */
const makeSmall = async (make: Make, mark: string, officer_id: string) => {
  const notification_id = await make('notifications', {
    type: 't',
    title: `Notice ${mark}`,
    message: mark,
    officer_id,
  })
  const import_id = await make('officer_imports', {
    file_name: `${mark}.csv`,
    file_hash: Buffer.alloc(32),
    mapping: '{}',
    rows_total: 1,
  })
  const category_id = await make('faq_categories', { name: `Category ${mark}` })
  const faq_id = await make('faq_entries', { category_id, question: `Q ${mark}`, answer: mark, published: true })
  const extra_time_id = await make('overtime_requests', { officer_id, ...claimed(30), reason: `Called back ${mark}` })
  const certification_id = await make('officer_certifications', {
    officer_id,
    type: `Type ${mark}`,
    issued_on: '2026-01-05',
  })
  const letter = { officer_id, title: `Letter ${mark}`, description: mark }
  const wish_id = await make('feature_requests', letter)
  const report_id = await make('problem_reports', letter)
  const visitor = { organizationName: mark, contactName: mark, phone: '', teamSize: 5, message: mark }
  const trial_request_id = await make('feature_requests', {
    organization_id: VENDOR_ID,
    title: `Trial ${mark}`,
    description: mark,
    trial_state: 'new',
    trial_data: JSON.stringify({ ...visitor, email: `${mark}@visitor.example` }),
  })
  const invitation_id = await make('account_links', {
    kind: 'admin_setup',
    token_hash: randomBytes(32),
    email: `${mark}@invited.example`,
    email_key: `${mark}@invited.example`,
    expires_at: '2100-01-01T00:00:00Z',
  })
  const letters = { invitation_id, wish_id, report_id, trial_request_id }
  const contact_id = await make('contact_requests', {
    kind: 'upgrade',
    message: `Please ${mark}`,
    officer_id,
    created_at: '2026-01-05T12:00:00Z',
    quiet_until: '2026-01-06T12:00:00Z',
  })
  return { contact_id, notification_id, import_id, category_id, faq_id, extra_time_id, certification_id, ...letters }
}

/** A second session for the officer, and a factor. */
const makeSignedIn = async (
  server: TestServer,
  { mark, officer }: { mark: string; officer: { user_id: string; organization_id: string } },
) => {
  await server.signIn(officer.user_id, officer.organization_id)
  const [second] = await server.rows<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [officer.user_id],
  )
  const factor = await server.insert('factors', {
    account_id: officer.user_id,
    kind: 'app',
    name: `App ${mark}`,
    secret: Buffer.alloc(49),
    confirmed_at: new Date(),
  })
  return { session_id: second?.id ?? '', factor_id: String(factor.id) }
}

/** A support visit that has ended, and another super admin. */
const makeVisited = async (
  server: TestServer,
  make: Make,
  { mark, vendor }: { mark: string; vendor: { user_id: string; other_session_id: string } },
) => {
  const other = await server.makeSuperAdmin()
  const [listed] = await server.rows<{ id: string }>('select id from super_admin_users where account_id = $1', [
    other.user_id,
  ])
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString()
  const support_access_id = await make('support_accesses', {
    session_id: vendor.other_session_id,
    user_id: vendor.user_id,
    by_name: 'Vendor Person',
    reason: `To look into ${mark}`,
    started_at: minutes(120),
    ends_at: minutes(100),
  })
  return { support_access_id, super_admin_id: listed?.id ?? '' }
}

/** A canceled deletion. */
const makeErasure = (
  make: Make,
  {
    mark,
    vendor,
    organization,
  }: { mark: string; vendor: { user_id: string }; organization: { id: string; name: string } },
) =>
  make('organization_erasures', {
    organization_id: VENDOR_ID,
    subject_id: organization.id,
    subject_name: organization.name,
    subject_subdomain: mark,
    state_before: 'active',
    reason: mark,
    asked_by: vendor.user_id,
    asked_by_name: 'Vendor Person',
    erase_after: new Date(Date.now() + 30 * 86_400_000),
    called_off_at: new Date(),
  })

const makeTestimonial = (make: Make) =>
  make('testimonials', {
    organization_id: VENDOR_ID,
    // Public: it names no department.
    quote: 'Shifts fill in an hour.',
    role: 'Chief',
    department: 'county',
    consented_on: '2026-01-05',
  })

/** A roster row without an account, and a duplicate merged into the officer's row. */
const makeMerged = async (make: Make, mark: string, officer: { officer_id: string; user_id: string }, by: string) => {
  const roster_id = await make('officers', { name: `Roster ${mark}`, badge_number: `R-${mark}`, approved: true })
  const from_id = randomUUID()
  const merge_id = await make('officer_merges', {
    ...{ kind: 'merge', from_id, from_name: `Double ${mark}`, into_id: officer.officer_id, made_by: by },
    from_row: { id: from_id, user_id: officer.user_id, name: `Double ${mark}`, role: 'officer' },
    ...{ into_row: {}, moved: '[]', set_aside: {} },
  })
  return { roster_id, merge_id, ...(await makeDesk(make, mark, by, officer.officer_id)) }
}

/** A department with one of everything, and a unique mark in every text. */
export const makeScene = async (server: TestServer) => {
  const mark = `ours${Math.random().toString(36).slice(2, 10)}`
  const organization = await server.makeOrganization({ name: `Department ${mark}`, subdomain: mark })
  const admin = await server.makePerson(organization, { role: 'admin', name: `Admin ${mark}` })
  const officer = await server.makePerson(organization, { name: `Officer ${mark}` })
  const pending = await server.makePerson(organization, { approved: false, name: `Pending ${mark}` })
  const of = { organization_id: organization.id }
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  const make: Make = async (table, row) => String((await server.insert(table, { ...of, ...row })).id)
  const ours = { mark, officer_id: officer.officer_id }
  const posted = await makePosted(make, { ...ours, starts_at: hours(48), ends_at: hours(56) })
  const worked = await makeWorked(make, { ...ours, starts_at: hours(-10), ends_at: hours(-2) })
  const ordered = await makeOrdered(make, { ...posted, mark, officer_id: officer.officer_id })
  const own = await makeSignedIn(server, { mark, officer })
  const small = await makeSmall(make, mark, officer.officer_id)
  const tours = await makeTours(make, mark, officer.officer_id)
  const books = await makeBooks(server, make, of, mark)
  const vendor = await server.makeSuperAdmin()
  const visited = await makeVisited(server, make, { mark, vendor })
  const erasure_id = await makeErasure(make, { mark, vendor, organization })
  const merged = await makeMerged(make, mark, officer, admin.officer_id)
  const known: Record<string, string> = {
    ...merged,
    ...(await makeRule(make, mark, posted, officer.officer_id)),
    ...posted,
    ...small,
    ...visited,
    ...own,
    ...ordered,
    user_id: officer.user_id,
    ...books,
    ...tours,
    attendance_id: worked.attendance_id,
    erasure_id,
    testimonial_id: await makeTestimonial(make),
    officer_id: officer.officer_id,
    organization_id: organization.id,
  }
  const ids = idsFrom(known)
  return {
    organization,
    admin,
    officer,
    pending,
    /** A super admin, signed in twice. */
    vendor,
    ids,
    known,
    worked: { assignment_id: worked.assignment_id, signup_id: worked.signup_id },
    /** Texts and ids that must never appear in a response to a stranger. */
    marks: [mark, ...Object.values(known).filter((id) => id !== organization.id)],
    /** All of the department's data, as one text: strangers must not change it. */
    fingerprint: () => fingerprintOf(server, organization.id),
  }
}

/** Supplies scenes call after call: a scene given back unchanged is reused by the next call; otherwise a new one is created. */
export const keepScenes = (server: () => TestServer) => {
  let spare: Scene | null = null
  return {
    take: async (): Promise<Scene> => {
      const scene = spare ?? (await makeScene(server()))
      spare = null
      return scene
    },
    giveBack: (scene: Scene) => {
      spare = scene
    },
  }
}

/** For calls that cannot act on the smallest input that fits the schema. */
export const overrides: Record<string, (ids: Ids, scene: Scene, endpoint: Endpoint) => Record<string, unknown>> = {
  'super_admins.end_session': (ids, scene, endpoint) => ({
    id: ids('session_id', endpoint) === scene.known.session_id ? scene.vendor.other_session_id : ids('id', endpoint),
  }),
  'vendor_audit.entry': () => ({ entry: '1' }),
  'testimonials.add': () => ({ consented_on: '2026-01-05' }),
  'testimonials.edit': () => ({ consented_on: '2026-01-05' }),
  'vendor_settings.edit': () => ({ price_5_25: '1,200', price_26_100: '', price_over_100: '' }),
  'super_admins.change_password': () => ({ password: 'violet harbor 17 spoons' }),
  'billing.edit_account': () => ({ tax_rate: '8.25', email: '', version: 0 }),
  'billing.add_contract': () => ({ price: '1200.00' }),
  'billing.amend_contract': () => ({ price: '1200.00' }),
  'invoices.create': () => ({ lines: [{ description: 'Training', quantity: 1, unit: '10.00', taxable: true }] }),
  'invoices.edit': () => ({ lines: [{ description: 'Training', quantity: 1, unit: '10.00', taxable: true }] }),
  'payments.record': () => ({ amount: '1.00', received_on: '2026-01-05', allocations: [] }),
  'payments.refund': () => ({ amount: '0.50', refunded_on: '2026-01-06', credit_note_id: 'none' }),
  'payments.reverse': () => ({ reversed_on: '2026-01-06' }),
  'payments.allocate': (ids, _scene, endpoint) => ({
    allocations: [{ invoice_id: ids('invoice_id', endpoint), amount: '1.00' }],
  }),
  'escalations.save_plan': () => ({ kind: 'court', steps: oneStep }),
  'escalations.edit': () => ({ steps: oneStep }),
  'escalations.drop_plan': (ids, _scene, endpoint) => ({ id: ids('plan_id', endpoint) }),
  ...orderOverrides,
  ...awardOverrides,
  'swaps.colleagues': (ids, _scene, endpoint) => ({ signup_id: ids('held_signup_id', endpoint) }),
  'swaps.colleague_shifts': (ids, scene, endpoint) => {
    const signup_id = ids('held_signup_id', endpoint)
    const real = signup_id === scene.known.held_signup_id
    return { signup_id, officer_id: real ? scene.admin.officer_id : ids('officer_id', endpoint) }
  },
  'faq.create_category': () => ({ name: `Category ${Math.random()}` }),
  ...tourOverrides,
  ...deskOverrides,
  'certifications.add': () => certificate,
  'certifications.edit': () => certificate,
  'extra_time.claim': (ids, _scene, endpoint) => ({ ...claimed(50), signup_id: ids('signup_id', endpoint) }),
  'extra_time.edit': () => claimed(50),
  'extra_time.decide_many': (ids, _scene, endpoint) => ({ items: [{ id: ids('id', endpoint), version: 1 }] }),
  'vendor_organizations.create': () => ({ subdomain: '', max_officers: '', trial_end_date: '' }),
  'trial_requests.plan': () => ({ owner_id: null, next_step_on: null }),
  'vendor_feedback.merge': (ids, _scene, endpoint) => ({
    into_organization_id: ids('organization_id', endpoint),
    into_id: ids('wish_id', endpoint),
  }),
  'officers.edit': () => ({ hourly_rate: '45.50', phone: '+1 312 555 0100' }),
}
