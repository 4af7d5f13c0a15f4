import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, email, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { isPhone, matchedBy, officerActions, officerBounds, parseRate, problemsOfProfile, standings } from './rules.ts'
import { problemWords } from './words.ts'

export const May = z.enum([...officerActions, 'edit', 'invite', 'merge'])
/** An action that the state allows but a rule forbids: the button shows why. */
export const Blocked = z.object({
  action: z.enum(officerActions),
  why: z.enum(['own_row', 'last_admin', 'officers_full']),
})

/** A roster row without an account that may be this person. A matching badge claims it; a matching email or name only suggests it. */
export const RosterMatch = z.object({
  id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  hired_on: DateText.nullable(),
  by: z.enum(matchedBy),
})
export type RosterMatch = z.infer<typeof RosterMatch>

export const OfficerFacts = z.object({
  id: Id,
  user_id: Id.nullable(),
  organization_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(['admin', 'officer']),
  approved: z.boolean(),
  standing: z.enum(standings),
  has_account: z.boolean(),
  invited_at: Instant.nullable(),
  /** An emailed link is still usable. */
  invitation_open: z.boolean(),
  /** Failed attempts have locked sign-in until this time. */
  locked_until: Instant.nullable(),
  second_factor: z.boolean(),
  /** For a pending registration: the badge it names, possible roster rows, and other registrations with the same badge. */
  claim: z
    .object({
      badge_number: z.string().nullable(),
      matches: z.array(RosterMatch),
      rivals: z.array(z.object({ id: Id, name: z.string() })),
    })
    .nullable(),
  /** In a list, the certificates that its filter found, soonest first; otherwise absent. */
  certificates: z.array(z.object({ type: z.string(), expires_on: DateText })).optional(),
  created_at: Instant,
  version: z.int(),
})
export const OfficerItem = OfficerFacts.extend({ may: z.array(May), blocked: z.array(Blocked) })
export type OfficerItem = z.infer<typeof OfficerItem>

export const OfficerDetailFacts = OfficerFacts.extend({
  hired_on: DateText.nullable(),
  /** In millionths of the currency unit. */
  hourly_rate: z.int().nullable(),
  approved_at: Instant.nullable(),
  rejected_at: Instant.nullable(),
  suspended_at: Instant.nullable(),
  left_on: DateText.nullable(),
  standing_reason: z.string().nullable(),
  /** The check-in of the shift that the officer has not checked out of. */
  on_duty_since: Instant.nullable(),
  updated_at: Instant,
})
export const OfficerDetail = OfficerDetailFacts.extend({ may: z.array(May), blocked: z.array(Blocked) })
export type OfficerDetail = z.infer<typeof OfficerDetail>

const HouseFacts = z.object({
  by_officer_id: Id,
  approved_count: z.int(),
  active_admin_count: z.int(),
  max_officers: z.int().nullable(),
})
/** Results of the list and detail statements, before the allowed actions are added. */
export const ListFound = z.object({ items: z.array(OfficerFacts), next: Id.nullable(), house: HouseFacts })
export const DetailFound = z.object({ item: OfficerDetailFacts, house: HouseFacts })

/** Roster filters; empty matches everyone. */
export const rosterFilter = {
  /** Searches name, badge number, unit, rank and email. */
  search: line(0, 100).optional(),
  standing: z.enum(standings).optional(),
  unit: line(0, officerBounds.unit).optional(),
  rank: line(0, officerBounds.rank).optional(),
  role: z.enum(['admin', 'officer']).optional(),
  /** Accounts that are currently locked, or that have no second factor. */
  sign_in: z.enum(['locked', 'no_factor']).optional(),
  /** With a certificate that expires within 60 days or has expired, and was not renewed. */
  certifications: z.enum(['expiring', 'expired']).optional(),
}
export const RosterFilter = z.object(rosterFilter)
export type RosterFilter = z.infer<typeof RosterFilter>

export const listOfficers = endpoint({
  name: 'officers.list',
  summary: 'The roster: searchable, filtered by status, sorted, 50 at a time.',
  method: 'GET',
  path: '/api/officers',
  who: 'admin',
  input: z.object({
    ...rosterFilter,
    sort: z.enum(['name', 'badge_number', 'rank', 'unit']).default('name'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    after: Id.optional(),
  }),
  output: page(OfficerItem),
  errors: {},
  topics: ['officers', 'certifications'],
})

export const countOfficers = endpoint({
  name: 'officers.counts',
  summary: 'How many officers have each status, and how many the plan allows.',
  method: 'GET',
  path: '/api/officers/counts',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    pending: z.int(),
    approved: z.int(),
    suspended: z.int(),
    rejected: z.int(),
    left: z.int(),
    /** Rows that count toward `max_officers`: approved, including suspended. */
    counted: z.int(),
    max_officers: z.int().nullable(),
    admins: z.int(),
    ...{ without_account: z.int(), invitable: z.int() },
    /** Emailed links that are still usable. */
    invitations: z.int(),
  }),
  errors: {},
  topics: ['officers', 'organization'],
})

const OfficerPath = z.object({ officer_id: Id })

export const getOfficer = endpoint({
  name: 'officers.get',
  summary: 'One officer, with what the admin may do.',
  method: 'GET',
  path: '/api/officers/:officer_id',
  who: 'admin',
  input: OfficerPath,
  output: OfficerDetail,
  errors: {},
  topics: ['officers', 'attendance'],
})

/** Empty text is "none". */
const profile = {
  name: line(1, officerBounds.name),
  badge_number: line(0, officerBounds.badge_number),
  email: z.union([z.literal(''), email], 'Enter an email address.'),
  rank: line(0, officerBounds.rank),
  unit: line(0, officerBounds.unit),
  hired_on: z.union([z.literal(''), DateText], 'Enter a date.'),
  phone: line(0, officerBounds.phone),
  /** A decimal such as 45.50; at most six decimal places. */
  hourly_rate: line(0, 20).refine((rate) => rate === '' || parseRate(rate) !== null, {
    message: problemWords('hourly_rate', 'invalid'),
  }),
}

const checkProfile = (
  p: { name: string; badge_number: string; rank: string; unit: string; hired_on: string; phone: string },
  context: z.core.$RefinementCtx,
) => {
  for (const { field, message } of problemsOfProfile({
    name: p.name,
    badge_number: p.badge_number,
    rank: p.rank,
    unit: p.unit,
    hired_on: p.hired_on,
    phone: p.phone,
  }))
    context.addIssue({ code: 'custom', path: [field], message: problemWords(field, message) })
}

const taken = { badge_taken: 409, email_taken: 409 } as const

export const createOfficer = endpoint({
  name: 'officers.create',
  summary: 'Adds an approved officer without an account; an invitation gives one later.',
  method: 'POST',
  path: '/api/officers',
  who: 'admin',
  input: z.strictObject(profile).superRefine(checkProfile),
  output: z.object({ id: Id }),
  errors: { ...taken, officers_full: 409 },
})

export const editOfficer = endpoint({
  name: 'officers.edit',
  summary: 'Saves the whole profile; refused if it changed since `version`.',
  method: 'PATCH',
  path: '/api/officers/:officer_id',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ officer_id: Id, version: Version, ...profile }).superRefine(checkProfile),
  output: z.object({ version: z.int() }),
  errors: taken,
})

export const Standing = z.object({ standing: z.enum(standings), version: z.int() })
const stale = { wrong_state: 409, own_row: 409 } as const

export const approveOfficer = endpoint({
  name: 'officers.approve',
  summary: 'Approves a registration and emails the officer. `max_officers` is a hard limit.',
  method: 'POST',
  path: '/api/officers/:officer_id/approve',
  who: 'admin',
  input: OfficerPath,
  output: Standing,
  errors: { ...stale, officers_full: 409, email_taken: 409 },
})

export const approveOfficers = endpoint({
  name: 'officers.approve_many',
  summary: 'Approves several registrations, all or none. Skips decided ones and those that claim a roster row.',
  method: 'POST',
  path: '/api/officers/approve',
  who: 'admin',
  feature: 'bulk_operations',
  input: z.object({ officer_ids: z.array(Id).min(1).max(200) }),
  /** `claiming`: how many of those left out claim a roster row, so that an admin decides each one individually. */
  output: z.object({ approved: z.int(), left_out: z.int(), claiming: z.int() }),
  errors: { officers_full: 409 },
})

const withReason = OfficerPath.extend({ reason: text(1, 500) })

export const rejectOfficer = endpoint({
  name: 'officers.reject',
  summary: 'Denies a registration with a reason and emails the officer.',
  method: 'POST',
  path: '/api/officers/:officer_id/reject',
  who: 'admin',
  input: withReason,
  output: Standing,
  errors: stale,
})

export const suspendOfficer = endpoint({
  name: 'officers.suspend',
  summary: 'Suspends an officer: all access ends at once, and the history is kept.',
  method: 'POST',
  path: '/api/officers/:officer_id/suspend',
  who: 'admin',
  input: withReason,
  output: Standing,
  errors: { ...stale, last_admin: 409 },
})

export const restoreOfficer = endpoint({
  name: 'officers.restore',
  summary: 'Ends a suspension.',
  method: 'POST',
  path: '/api/officers/:officer_id/restore',
  who: 'admin',
  input: OfficerPath,
  output: Standing,
  errors: stale,
})

export const leaveOfficer = endpoint({
  name: 'officers.leave',
  summary: 'Marks an officer as left, starting today; the history is kept.',
  method: 'POST',
  path: '/api/officers/:officer_id/leave',
  who: 'admin',
  input: OfficerPath,
  output: Standing,
  errors: { ...stale, last_admin: 409 },
})

export const rejoinOfficer = endpoint({
  name: 'officers.rejoin',
  summary: 'Reinstates an officer who left.',
  method: 'POST',
  path: '/api/officers/:officer_id/rejoin',
  who: 'admin',
  input: OfficerPath,
  output: Standing,
  errors: { ...stale, officers_full: 409 },
})

/** Confirmation step: required explicitly, never a default. */
const confirmed = OfficerPath.extend({ confirm: z.literal(true, 'Confirm this.') })

export const makeAdmin = endpoint({
  name: 'officers.make_admin',
  summary: 'Makes an officer an admin; needs `confirm`.',
  method: 'POST',
  path: '/api/officers/:officer_id/make-admin',
  who: 'admin',
  input: confirmed,
  output: Standing,
  errors: { ...stale, already_admin: 409 },
})

export const unmakeAdmin = endpoint({
  name: 'officers.unmake_admin',
  summary: 'Makes an admin an officer again, but never the last admin; needs `confirm`.',
  method: 'POST',
  path: '/api/officers/:officer_id/unmake-admin',
  who: 'admin',
  input: confirmed,
  output: Standing,
  errors: { ...stale, not_admin: 409, last_admin: 409 },
})

export const inviteOfficer = endpoint({
  name: 'officers.invite',
  summary: 'Emails an officer an invitation, or resends it; may set the email.',
  method: 'POST',
  path: '/api/officers/:officer_id/invite',
  who: 'admin',
  input: OfficerPath.extend({ email: z.union([z.literal(''), email], 'Enter an email address.').optional() }),
  output: z.object({ email: z.string() }),
  errors: { wrong_state: 409, has_account: 409, email_taken: 409 },
})

export const inviteOfficers = endpoint({
  name: 'officers.invite_many',
  summary: 'Invites the next 50 officers with an email but no account or invitation. Repeat until none is left.',
  method: 'POST',
  path: '/api/officers/invite',
  who: 'admin',
  input: z.object({}),
  output: z.object({ invited: z.int(), left: z.int() }),
  errors: {},
})

export const MyProfile = z.object({
  id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  hired_on: DateText.nullable(),
  hourly_rate: z.int().nullable(),
  role: z.enum(['admin', 'officer']),
  version: z.int(),
})

export const getMyProfile = endpoint({
  name: 'officers.me',
  summary: "The caller's own roster row.",
  method: 'GET',
  path: '/api/officers/me',
  who: 'officer',
  input: z.object({}),
  output: MyProfile,
  errors: {},
  topics: ['officers'],
  afterTrial: true,
})

export const updateMyProfile = endpoint({
  name: 'officers.update_me',
  summary: "Saves the caller's own phone number; anything else in the body is refused.",
  others: [
    'name',
    'role',
    'approved',
    'badge_number',
    'rank',
    'unit',
    'hired_on',
    'hourly_rate',
    'user_id',
    'organization_id',
  ],
  method: 'PATCH',
  path: '/api/officers/me',
  who: 'officer',
  input: z.object({
    phone: line(0, officerBounds.phone).refine(
      (phone) => phone === '' || isPhone(phone),
      problemWords('phone', 'invalid'),
    ),
  }),
  output: Done,
  errors: {},
  afterTrial: true,
})
