import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ofOrganization } from '#platform/shared/plans.ts'
import { Done, email, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { isTime, timeFormats } from '#platform/shared/time.ts'
import { isZone } from '#platform/shared/zone.ts'
import { refuseQuiet, settingBounds, zoneKeeps } from './rules.ts'

const whole = ([least, most]: readonly [number, number]) =>
  z.int('Enter a whole number.').min(least, `At least ${least}.`).max(most, `At most ${most}.`)
const wholeHours = ([least, most]: readonly [number, number]) =>
  z
    .int('Enter a number of hours.')
    .min(least, `At least ${least / 60} h.`)
    .max(most, `At most ${most / 60} h.`)
const timeOrNone = z.string().refine((value) => value === '' || isTime(value), 'Enter a time such as 22:00.')
const phone = line(0, settingBounds.phone).refine(
  (value) => value === '' || /^[+\d][\d\s().,/x#-]{4,}$/i.test(value),
  'Enter a phone number.',
)

/** Optional settings are empty strings when not set. */
const fields = {
  name: line(1, settingBounds.name),
  address: line(0, settingBounds.address),
  city: line(0, settingBounds.city),
  phone,
  contact_email: z.union([z.literal(''), email], 'Enter an email address.'),
  time_zone: z.string().max(64).refine(isZone, 'Unknown time zone.'),
  time_format: z.enum(timeFormats),
  checkin_opens_minutes: whole(settingBounds.checkin_opens_minutes),
  location_radius_m: z
    .int('Enter a whole number.')
    .min(settingBounds.location_radius_m[0], 'At least 40 ft.')
    .max(settingBounds.location_radius_m[1], 'At most 16,400 ft.'),
  signup_mode: z.enum(['first_come', 'approval']),
  calloff_notice_minutes: wholeHours(settingBounds.calloff_notice_minutes),
  calloff_desk_minutes: wholeHours(settingBounds.calloff_desk_minutes),
  swaps_need_approval: z.boolean(),
  officers_see_schedule: z.boolean(),
  hours_edit_limit_days: whole(settingBounds.hours_edit_limit_days),
  quiet_from: timeOrNone,
  quiet_to: timeOrNone,
  admins_release_locks: z.boolean(),
  mfa_officers: z.boolean(),
  notice_text: z.union([z.literal(''), text(1, settingBounds.notice_text)]),
}
export const Settings = z.object(fields)
export type Settings = z.infer<typeof Settings>

export const readSettings = endpoint({
  name: 'settings.read',
  summary: 'What the organization is set to, and how many have accepted its notice.',
  method: 'GET',
  path: '/api/settings',
  who: 'admin',
  input: z.object({}),
  output: Settings.extend({
    version: z.int(),
    subdomain: z.string(),
    /** Null if no notice is in force. */
    notice: z.object({ version: z.int(), accepted: z.int(), asked: z.int() }).nullable(),
  }),
  errors: {},
  topics: ['organization', 'officers'],
})

export const editSettings = endpoint({
  name: 'settings.edit',
  summary: "Sets what is named; a name that is not an admin's to set is refused.",
  others: ofOrganization,
  method: 'PATCH',
  path: '/api/settings',
  who: 'admin',
  forSupport: true,
  input: z
    .object({
      ...Settings.partial().shape,
      /** Used with a new time zone: what to keep for upcoming shifts. Required if there are any. */
      shifts_keep: z.enum(zoneKeeps).optional(),
      version: Version,
    })
    .superRefine(({ quiet_from, quiet_to }, context) => {
      if (quiet_from === undefined && quiet_to === undefined) return
      const problem = refuseQuiet(quiet_from ?? '', quiet_to ?? '')
      if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
    }),
  output: z.object({ version: z.int() }),
  errors: { zone_choice_needed: 409, zone_change_blocked: 409 },
})

export const acceptNotice = endpoint({
  name: 'notices.accept',
  summary: "Accepts the present text of the department's notice, with the time; until then nothing else opens.",
  method: 'POST',
  path: '/api/notice/accept',
  who: 'signed_in',
  input: z.object({
    /** The version that was read: a newer text must not be accepted along with it. */
    version: Version,
  }),
  output: Done,
  errors: { notice_changed: 409 },
  afterTrial: true,
})

export const listAcceptances = endpoint({
  name: 'notices.acceptances',
  summary: 'Who has accepted the current notice, pending people first, 50 at a time.',
  method: 'GET',
  path: '/api/notice/acceptances',
  who: 'admin',
  input: z.object({ after: Id.optional() }),
  output: page(
    z.object({
      officer_id: Id,
      name: z.string(),
      badge_number: z.string().nullable(),
      accepted_at: Instant.nullable(),
    }),
  ),
  errors: {},
  topics: ['organization', 'officers'],
})
