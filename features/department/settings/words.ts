/** Which of three choices decides how a shift is given out, wherever one of them is made. */
export const modeOrder =
  "Each shift's own setting comes first, then its type's award rule, then the department's default."

/** An organization's columns, as named when two saves conflict. */
export const settingWords: Readonly<Record<string, string>> = {
  name: 'name',
  address: 'address',
  city: 'city',
  phone: 'phone',
  contact_email: 'contact email',
  time_zone: 'time zone',
  time_format: 'time format',
  checkin_opens_minutes: 'check-in opening',
  location_radius_m: 'check-in radius',
  signup_mode: 'how officers are chosen',
  calloff_notice_minutes: 'call-off notice',
  swaps_need_approval: 'swap approval',
  officers_see_schedule: 'shared schedule',
  calloff_desk_minutes: 'phone-only call-off',
  hours_edit_limit_days: 'claim deadline',
  quiet_from: 'quiet hours',
  quiet_to: 'quiet hours',
  admins_release_locks: 'account unlocking',
  mfa_officers: 'second factor',
  notice_version: 'notice',
  primary_color: 'color',
  logo_id: 'logo',
}
