/** Columns of an organization that its admins set here; everything else about it is the vendor's, or another page's. */
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
  'hours_edit_limit_days',
  'quiet_from',
  'quiet_to',
  'admins_release_locks',
  'mfa_officers',
  'notice_text',
] as const
export type SettingName = (typeof settingNames)[number]

const known: ReadonlySet<string> = new Set([...settingNames, 'version'])

/** Whether a body names anything that an admin does not set: tier, flags, trial and size are the vendor's (domain.md). */
export const namesOther = (names: readonly string[]): boolean => names.some((name) => !known.has(name))

export const settingBounds = {
  name: 120,
  address: 300,
  city: 120,
  phone: 40,
  notice_text: 5000,
  /** Minutes before the start. */
  checkin_opens_minutes: [0, 720],
  /** Metres. */
  location_radius_m: [10, 5000],
  /** Minutes before the start; 30 days at most. */
  calloff_notice_minutes: [0, 43_200],
  calloff_desk_minutes: [0, 43_200],
  hours_edit_limit_days: [1, 365],
} as const

/** Quiet hours are two times, or none; a night that ends when it begins would be a whole day. */
export function refuseQuiet(from: string, to: string): { field: 'quiet_from' | 'quiet_to'; message: string } | null {
  if ((from === '') !== (to === ''))
    return { field: from === '' ? 'quiet_from' : 'quiet_to', message: 'Give both times, or neither.' }
  return from !== '' && from === to ? { field: 'quiet_to', message: 'It must differ from the beginning.' } : null
}

type Values = Readonly<Record<string, unknown>>

/** The settings whose value differs, in the order of the page. Quiet hours go together. */
export function changedSettings(before: Values, after: Values): SettingName[] {
  const changed = settingNames.filter((name) => before[name] !== after[name])
  const quiet = changed.some((name) => name === 'quiet_from' || name === 'quiet_to')
  return settingNames.filter((name) => changed.includes(name) || (quiet && /^quiet_/.test(name)))
}

/** What two people changed at once: those of `mine` that others changed since they were read. */
export const clashes = (mine: readonly string[], others: readonly string[]): string[] =>
  mine.filter((name) => others.includes(name))
