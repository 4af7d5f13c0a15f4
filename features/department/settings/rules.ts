/** Columns of an organization that its admins set here; the others are set by the vendor or on another page. */
export const settingNames = [
  'name',
  'address',
  'city',
  'phone',
  'contact_email',
  'time_zone',
  'time_format',
  'checkin_opens_minutes',
  'location_radius_m',
  'signup_mode',
  'calloff_notice_minutes',
  'calloff_desk_minutes',
  'swaps_need_approval',
  'officers_see_schedule',
  'hours_edit_limit_days',
  'quiet_from',
  'quiet_to',
  'admins_release_locks',
  'mfa_officers',
  'notice_text',
] as const
export type SettingName = (typeof settingNames)[number]

export const settingBounds = {
  name: 120,
  address: 300,
  city: 120,
  phone: 40,
  notice_text: 5000,
  /** Minutes before the start. */
  checkin_opens_minutes: [0, 720],
  /** Meters; shown in feet. */
  location_radius_m: [10, 5000],
  /** Minutes before the start; 30 days at most. */
  calloff_notice_minutes: [0, 43_200],
  calloff_desk_minutes: [0, 43_200],
  hours_edit_limit_days: [1, 365],
} as const

/** Quiet hours are two times, or none; if both were the same, the quiet would last all day. */
export function refuseQuiet(from: string, to: string): { field: 'quiet_from' | 'quiet_to'; message: string } | null {
  if ((from === '') !== (to === ''))
    return { field: from === '' ? 'quiet_from' : 'quiet_to', message: 'Enter both times or neither.' }
  return from !== '' && from === to ? { field: 'quiet_to', message: 'The end must differ from the start.' } : null
}

type Values = Readonly<Record<string, unknown>>

/** The settings whose value differs, in page order. Quiet hours count as a pair. */
export function changedSettings(before: Values, after: Values): SettingName[] {
  const changed = settingNames.filter((name) => before[name] !== after[name])
  const quiet = changed.some((name) => name === 'quiet_from' || name === 'quiet_to')
  return settingNames.filter((name) => changed.includes(name) || (quiet && /^quiet_/.test(name)))
}

/** Conflicting changes: those of `mine` that others changed since they were read. */
export const clashes = (mine: readonly string[], others: readonly string[]): string[] =>
  mine.filter((name) => others.includes(name))

/** What stays the same for upcoming shifts when the department's time zone changes: the wall clock time, or the instant. */
export const zoneKeeps = ['wall', 'instant'] as const
