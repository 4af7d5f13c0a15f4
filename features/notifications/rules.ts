import { type Instant, ms } from '#platform/shared/time.ts'

/** `always` and `never` are not for a person to change; `on` and `off` are the default of a choice. */
type Setting = 'always' | 'on' | 'off' | 'never'
export type Channel = 'app' | 'mail'

type Event = {
  /** Whom it is told; `person` is an address, with or without an officer row. */
  to: 'officer' | 'admins' | 'both' | 'person'
  about: (typeof abouts)[number]
  /** What it says on the card of one's own choices. */
  words: string
  app: Setting
  mail: Setting
  /** Mails of it wait for the end of quiet hours; what somebody is waiting for at the screen does not. */
  quiet: 'holds' | 'passes'
  /** After the start of the shift a mail of it would be pointless and is dropped. */
  endsAtStart?: true
}

export const abouts = ['Your shifts', 'Your hours', 'Open jobs', 'Running the department', 'Account'] as const

const shift = { to: 'officer', about: 'Your shifts', quiet: 'holds', endsAtStart: true } as const
const hours = { to: 'officer', about: 'Your hours', quiet: 'holds' } as const
const staff = { to: 'admins', about: 'Running the department', quiet: 'holds' } as const
const account = { to: 'person', about: 'Account', app: 'never', mail: 'always' } as const

/**
 * Which event is told to whom by which channel. The one table: every notification and every mail names its line here, people's choices
 * and quiet hours are asked about here, and docs/notifications.md is made from it.
 */
export const events = {
  shift_reminder: { ...shift, words: '24 hours and 2 hours before your shift', app: 'on', mail: 'on' },
  signup_approved: { ...shift, words: 'You got a place', app: 'on', mail: 'on' },
  place_offered: { ...shift, words: 'A place you wait for is offered to you', app: 'always', mail: 'on' },
  place_offered_now: {
    ...shift,
    words: 'A place close to its start is offered to all who wait',
    app: 'always',
    mail: 'on',
    quiet: 'passes',
  },
  place_lost: { ...shift, words: 'An offered place is gone, or the time to answer ran out', app: 'on', mail: 'off' },
  signup_replaced: { ...shift, words: 'Another officer took over your shift', app: 'always', mail: 'on' },
  award_given: { ...shift, words: 'You were awarded a place', app: 'always', mail: 'on' },
  award_case_closed: { ...shift, words: 'An award passed you over, or counted wrong hours', app: 'always', mail: 'on' },
  award_missed: { ...shift, words: 'An award was made and others have the places', app: 'on', mail: 'off' },
  swap_asked: { ...shift, words: 'A colleague gives away a shift, or wants to swap', app: 'on', mail: 'on' },
  swap_answered: { ...shift, words: 'A shift is named in exchange for yours', app: 'always', mail: 'on' },
  swap_done: { ...shift, words: 'A swap or give-away took effect', app: 'always', mail: 'on' },
  swap_refused: { ...shift, words: 'A swap or give-away was refused or taken back', app: 'on', mail: 'off' },
  signup_assigned: { ...shift, words: 'You were assigned or ordered in', app: 'always', mail: 'on' },
  signup_rejected: { ...shift, words: 'Your signup was turned down', app: 'on', mail: 'off' },
  signup_released: { ...shift, words: 'You were released from a shift', app: 'always', mail: 'on' },
  calloff_accepted: { ...shift, words: 'You are called off', app: 'on', mail: 'on' },
  calloff_refused: { ...shift, words: 'You were not called off and keep the shift', app: 'always', mail: 'on' },
  assignment_changed: { ...shift, words: 'Your shift was changed', app: 'always', mail: 'on' },
  assignment_cancelled: { ...shift, words: 'Your shift was cancelled', app: 'always', mail: 'on' },

  volunteers_asked: {
    ...shift,
    words: 'Volunteers are asked for before somebody is ordered in',
    app: 'always',
    mail: 'on',
    quiet: 'passes',
  },
  ordered_in: { ...shift, words: 'You were ordered in', app: 'always', mail: 'always', quiet: 'passes' },
  order_cancelled: { ...shift, words: 'You are no longer ordered in', app: 'always', mail: 'always', quiet: 'passes' },

  attendance_approved: { ...hours, words: 'Your hours were approved', app: 'on', mail: 'off' },
  attendance_returned: { ...hours, words: 'Your hours came back to you', app: 'on', mail: 'on' },
  attendance_closed: { ...hours, to: 'both', words: 'A check-out was forgotten', app: 'on', mail: 'off' },
  no_show: { ...hours, words: 'You were marked as a no-show', app: 'always', mail: 'on' },
  extra_time_decided: {
    ...hours,
    words: 'Your extra time was approved, denied or returned',
    app: 'always',
    mail: 'on',
  },
  extra_time_expired: { ...hours, words: 'Nobody decided on your extra time in time', app: 'always', mail: 'on' },

  assignment_posted: {
    to: 'officer',
    about: 'Open jobs',
    words: 'A new job was posted',
    app: 'on',
    mail: 'off',
    quiet: 'holds',
    endsAtStart: true,
  },

  officers_needed: {
    to: 'officer',
    about: 'Open jobs',
    words: 'A job is still open and officers are missing',
    app: 'on',
    mail: 'on',
    quiet: 'passes',
    endsAtStart: true,
  },

  assignment_unfilled: {
    ...staff,
    words: 'A shift is about to start with too few officers',
    app: 'always',
    mail: 'on',
    endsAtStart: true,
  },
  order_decided: {
    ...staff,
    words: 'Volunteers and orders were decided',
    app: 'always',
    mail: 'on',
    endsAtStart: true,
  },
  minimum_shift: {
    ...staff,
    words: 'A shift opened, changed or closed by itself for a minimum',
    app: 'on',
    mail: 'off',
    endsAtStart: true,
  },
  minimum_gap: {
    ...staff,
    words: 'A minimum will not be kept, or more hold a place than it needs',
    app: 'always',
    mail: 'on',
    endsAtStart: true,
  },
  award_case_opened: {
    ...staff,
    words: 'An award that skipped somebody, or counted wrong hours',
    app: 'on',
    mail: 'off',
  },
  calloff: { ...staff, words: 'An officer called off', app: 'on', mail: 'on', endsAtStart: true },
  calloff_requested: { ...staff, words: 'An officer asks to be called off', app: 'on', mail: 'on', endsAtStart: true },
  offer_taken: {
    ...staff,
    words: 'A waiting officer took an offered place',
    app: 'on',
    mail: 'off',
    endsAtStart: true,
  },
  swap_waiting: {
    ...staff,
    words: 'A swap or give-away waits for approval',
    app: 'on',
    mail: 'off',
    endsAtStart: true,
  },
  signup_waiting: { ...staff, words: 'A signup waits for approval', app: 'on', mail: 'off', endsAtStart: true },
  extra_time_waiting: { ...staff, words: 'Extra time waits for approval', app: 'on', mail: 'off' },
  extra_time_overdue: { ...staff, words: 'Extra time has waited for days', app: 'always', mail: 'on' },
  officer_registered: { ...staff, words: 'A registration waits for approval', app: 'on', mail: 'off' },
  account_locked: { ...staff, words: 'A sign-in was locked after wrong passwords or codes', app: 'always', mail: 'on' },
  support_access: { ...staff, words: 'The vendor looks inside the department', app: 'always', mail: 'on' },
  payment_overdue: { ...staff, words: 'An invoice of the vendor is long overdue', app: 'always', mail: 'on' },
  factors_reset: { ...staff, words: 'An admin took a second factor off', app: 'always', mail: 'off' },

  certification_expiring: {
    to: 'both',
    about: 'Account',
    words: 'A certificate expires in 60, 30 or 7 days',
    app: 'on',
    mail: 'on',
    quiet: 'holds',
  },
  feedback_changed: {
    to: 'officer',
    about: 'Account',
    words: 'The vendor answered what you sent, or its state changed',
    app: 'on',
    mail: 'off',
    quiet: 'holds',
  },
  contact_answered: {
    to: 'officer',
    about: 'Account',
    words: 'The vendor answered what you asked of it',
    app: 'always',
    mail: 'always',
    quiet: 'holds',
  },
  officer_approved: { ...account, words: 'You were approved', quiet: 'holds' },
  officer_rejected: { ...account, words: 'Your registration was not approved', quiet: 'holds' },
  registration_link: { ...account, words: 'The link that confirms a registration', quiet: 'passes' },
  invitation_link: { ...account, words: 'An invitation to take an account', quiet: 'passes' },
  password_link: { ...account, words: 'The link to set a new password', quiet: 'passes' },
  address_link: { ...account, words: 'The link that confirms a new address', quiet: 'passes' },
  address_changed: { ...account, words: 'Your sign-in address was changed', quiet: 'passes' },
  factors_changed: { ...account, words: 'How you sign in was changed', quiet: 'passes' },
  account_by_vendor: { ...account, words: 'The vendor changed how you sign in', quiet: 'passes' },
  vendor_contact: { ...account, words: 'An admin asks the vendor for an upgrade', quiet: 'passes' },
  invoice_issued: { ...account, words: 'An invoice or a credit note of the vendor, with its PDF', quiet: 'holds' },
  invoice_reminder: { ...account, words: 'An invoice of the vendor is due soon, or overdue', quiet: 'holds' },
  trial_request: { ...account, words: 'A visitor of the front page asks for a trial', quiet: 'passes' },
  organization_closing: {
    ...account,
    words: 'Your department is closing, or stays after all',
    quiet: 'passes',
  },
  password_changed: { ...account, words: 'Your password was changed', quiet: 'passes' },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof events
/** What a notification of the bell is about; the screen takes its link from it. */
export type NotificationType = {
  [Name in EventName]: (typeof events)[Name]['app'] extends 'never' ? never : Name
}[EventName]
/** What goes to an address by mail and nowhere else. */
export type LetterEvent = Exclude<EventName, NotificationType>

export const eventNames = Object.keys(events) as readonly EventName[]
export const eventOf = (name: EventName): Event => events[name]

/** What a person chose, by event and channel; what is missing is the default. */
export type Choices = Readonly<Record<string, { app?: boolean; mail?: boolean } | undefined>>

/** Why a choice cannot be made, or null: it is always told this way, or never. */
export const refuseChoice = (name: EventName, channel: Channel): 'not_optional' | null => {
  const setting = eventOf(name)[channel]
  return setting === 'always' || setting === 'never' ? 'not_optional' : null
}

/** Whether the person is told of the event by the channel. */
export const isTold = (name: EventName, channel: Channel, choices: Choices): boolean => {
  const setting = eventOf(name)[channel]
  if (setting === 'always' || setting === 'never') return setting === 'always'
  return choices[name]?.[channel] ?? setting === 'on'
}

/** Whether the event is one that this role is ever told of, and so may choose about. */
export const concerns = (name: EventName, role: 'officer' | 'admin'): boolean => {
  const { to, app } = eventOf(name)
  return app !== 'never' && (to === 'officer' || to === 'both' || role === 'admin')
}

/** Specification section 9. */
export const NOTIFICATIONS_SHOWN = 15
export const READ_KEPT_DAYS = 7
/** Above it the bell reads `9+`. */
export const BELL_CAP = 9
/** Unread ones are counted no further than the bell tells. */
export const UNREAD_COUNTED = BELL_CAP + 1

/** Whether it is still shown: unread, or read within the last 7 days. */
export const isShown = (n: { read: boolean; read_at: Instant | null }, now: Instant): boolean =>
  !n.read || (n.read_at !== null && ms(now) - ms(n.read_at) < READ_KEPT_DAYS * 86_400_000)
