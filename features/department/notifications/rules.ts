import { type AdminPlace, adminPlaces, type OfficerPlace, officerPlaces } from './rules.place.ts'

/** `always` and `never` cannot be changed by a person; `on` and `off` are the default of a choice. */
export type Setting = 'always' | 'on' | 'off' | 'never'
export type Event = {
  /** Who is notified; `person` is an address, with or without an officer row. */
  to: 'officer' | 'admins' | 'both' | 'person'
  about: (typeof abouts)[number]
  /** Its label on the card of the user's own choices. */
  words: string
  app: Setting
  mail: Setting
  /** `holds`: its emails wait for the end of quiet hours. `passes`: someone is waiting for the email right now, so it is sent. */
  quiet: 'holds' | 'passes'
  /** The page it opens for an officer and for admins. Without one it opens the shift, if there is one. */
  opens?: OfficerPlace
  adminsOpen?: AdminPlace
  /** After the start of the shift its email would be pointless and is dropped; of what happened after the start, after the end. */
  endsAtStart?: true
}

export const abouts = [
  'Your shifts',
  'Your hours',
  'Open shifts',
  'Announcements',
  'Running the department',
  'Account',
] as const

const shift = { to: 'officer', about: 'Your shifts', opens: 'shift', quiet: 'holds', endsAtStart: true } as const
const hours = { to: 'officer', about: 'Your hours', opens: 'history', quiet: 'holds' } as const
const staff = { to: 'admins', about: 'Running the department', adminsOpen: 'shift', quiet: 'holds' } as const
const account = { to: 'person', about: 'Account', app: 'never', mail: 'always' } as const

/**
 * Which event notifies whom through which channel. The single table: every notification and every email refers to a line here,
 * choices and quiet hours are looked up here, and docs/notifications.md is generated from it.
 */
export const events = {
  shift_reminder: { ...shift, words: '24 hours and 2 hours before your shift', app: 'on', mail: 'on' },
  signup_approved: { ...shift, words: 'Your sign-up was confirmed', app: 'on', mail: 'on' },
  place_offered: {
    ...shift,
    words: 'You were offered a spot from the waitlist',
    app: 'always',
    mail: 'on',
  },
  place_offered_now: {
    ...shift,
    words: 'A last-minute spot was offered to everyone on the waitlist',
    app: 'always',
    mail: 'on',
    quiet: 'passes',
  },
  place_lost: { ...shift, words: 'An offer you received ended', app: 'on', mail: 'off' },
  signup_replaced: { ...shift, words: 'Another officer replaced you on a shift', app: 'always', mail: 'on' },
  award_given: { ...shift, words: 'You were awarded a spot', opens: 'receipt', app: 'always', mail: 'on' },
  award_case_closed: {
    ...shift,
    words: 'An award that skipped you or miscounted hours was reviewed',
    opens: 'receipt',
    app: 'always',
    mail: 'on',
  },
  award_missed: { ...shift, words: 'An award went to other officers', opens: 'receipt', app: 'on', mail: 'off' },
  swap_asked: { ...shift, words: 'A colleague offered you a shift or a swap', app: 'on', mail: 'on' },
  swap_answered: {
    ...shift,
    words: 'A colleague offered a shift in exchange for yours',
    app: 'always',
    mail: 'on',
  },
  swap_done: { ...shift, words: 'A swap or giveaway took effect', app: 'always', mail: 'on' },
  swap_refused: {
    ...shift,
    words: 'A swap or giveaway was declined or withdrawn',
    app: 'on',
    mail: 'off',
  },
  signup_assigned: { ...shift, words: 'You were assigned or ordered in', app: 'always', mail: 'on' },
  signup_rejected: { ...shift, words: 'Your request was denied', app: 'on', mail: 'off' },
  leave_decided: {
    ...shift,
    words: 'Your leave request was approved or denied',
    opens: 'leave',
    app: 'always',
    mail: 'on',
  },
  decision_undone: { ...shift, words: 'An admin undid the decision on your request', app: 'always', mail: 'on' },
  signup_released: { ...shift, words: 'You were removed from a shift', app: 'always', mail: 'on' },
  calloff_accepted: { ...shift, words: 'Your call-off was approved', app: 'on', mail: 'on' },
  calloff_refused: { ...shift, words: 'Your call-off was denied', app: 'always', mail: 'on' },
  assignment_changed: { ...shift, words: 'Your shift was changed', app: 'always', mail: 'on' },
  assignment_cancelled: { ...shift, words: 'Your shift was canceled', app: 'always', mail: 'on' },

  volunteers_asked: {
    ...shift,
    words: 'Volunteers are needed before an order-in',
    app: 'always',
    mail: 'on',
    quiet: 'passes',
  },
  volunteers_decided: {
    ...shift,
    words: 'A call for volunteers you answered ended',
    app: 'always',
    mail: 'on',
    quiet: 'passes',
  },
  ordered_in: {
    ...shift,
    words: 'You were ordered in',
    app: 'always',
    mail: 'always',
    quiet: 'passes',
  },
  order_cancelled: { ...shift, words: "You're no longer ordered in", app: 'always', mail: 'always', quiet: 'passes' },

  attendance_approved: { ...hours, words: 'Your hours were approved', app: 'on', mail: 'off' },
  attendance_returned: { ...hours, words: 'Your hours were returned to you', app: 'on', mail: 'on' },
  attendance_closed: {
    ...hours,
    to: 'both',
    words: 'A check-out was missed',
    adminsOpen: 'attendance',
    app: 'on',
    mail: 'off',
  },
  press_refused: {
    ...staff,
    words: "A check-in or check-out wasn't counted",
    adminsOpen: 'shift',
    app: 'on',
    mail: 'on',
  },
  no_show: { ...hours, words: 'You were marked as a no-show', app: 'always', mail: 'on' },
  extra_time_decided: {
    ...hours,
    words: 'Your extra time was approved, denied or returned',
    opens: 'claims',
    app: 'always',
    mail: 'on',
  },
  extra_time_expired: {
    ...hours,
    words: 'Your extra time expired without a decision',
    opens: 'claims',
    app: 'always',
    mail: 'on',
  },

  assignment_posted: {
    to: 'officer',
    about: 'Open shifts',
    words: 'A new shift was posted',
    opens: 'open_shifts',
    app: 'on',
    mail: 'off',
    quiet: 'holds',
    endsAtStart: true,
  },

  officers_needed: {
    to: 'officer',
    about: 'Open shifts',
    words: 'A shift still needs officers',
    opens: 'open_shifts',
    app: 'on',
    mail: 'on',
    quiet: 'passes',
    endsAtStart: true,
  },

  announcement: {
    to: 'officer',
    about: 'Announcements',
    words: 'An admin sent an announcement',
    opens: 'announcements',
    app: 'always',
    mail: 'on',
    quiet: 'holds',
  },
  announcement_reply: {
    to: 'admins',
    about: 'Announcements',
    words: 'Someone replied to your announcement',
    opens: 'sent_announcements',
    adminsOpen: 'announcements',
    app: 'always',
    mail: 'on',
    quiet: 'holds',
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
    words: 'An order-in was decided',
    app: 'always',
    mail: 'on',
    endsAtStart: true,
  },
  minimum_shift: {
    ...staff,
    words: 'A staffing minimum opened, changed or closed a shift',
    app: 'on',
    mail: 'off',
    endsAtStart: true,
  },
  minimum_gap: {
    ...staff,
    words: 'Staffing is below a minimum or higher than needed',
    adminsOpen: 'minimums',
    app: 'always',
    mail: 'on',
    endsAtStart: true,
  },
  award_case_opened: {
    ...staff,
    words: 'An award skipped an officer or miscounted hours',
    adminsOpen: 'award_cases',
    app: 'on',
    mail: 'off',
  },
  calloff: { ...staff, words: 'An officer called off', app: 'on', mail: 'on', endsAtStart: true },
  calloff_requested: { ...staff, words: 'An officer asked to call off', app: 'on', mail: 'on', endsAtStart: true },
  offer_taken: {
    ...staff,
    words: 'A waitlisted officer accepted an offer',
    app: 'on',
    mail: 'off',
    endsAtStart: true,
  },
  swap_waiting: {
    ...staff,
    words: 'A swap or giveaway needs approval',
    adminsOpen: 'swaps',
    app: 'on',
    mail: 'off',
    endsAtStart: true,
  },
  signup_waiting: { ...staff, words: 'A request needs approval', app: 'on', mail: 'off', endsAtStart: true },
  leave_waiting: { ...staff, words: 'A leave request needs approval', adminsOpen: 'leave', app: 'on', mail: 'on' },
  extra_time_waiting: {
    ...staff,
    words: 'Extra time needs approval',
    adminsOpen: 'extra_time',
    app: 'on',
    mail: 'off',
  },
  extra_time_overdue: {
    ...staff,
    words: 'Extra time has been pending for days',
    adminsOpen: 'extra_time',
    app: 'always',
    mail: 'on',
  },
  officer_registered: {
    ...staff,
    words: 'A registration needs approval',
    adminsOpen: 'registrations',
    app: 'on',
    mail: 'off',
  },
  account_locked: {
    ...staff,
    words: 'An account was locked after failed sign-ins',
    adminsOpen: 'roster',
    app: 'always',
    mail: 'on',
  },
  support_access: {
    ...staff,
    words: "The vendor viewed the department's data",
    adminsOpen: 'vendor_access',
    app: 'always',
    mail: 'on',
  },
  payment_overdue: { ...staff, words: 'A Watchbill invoice is long overdue', app: 'always', mail: 'on' },
  factors_reset: {
    ...staff,
    words: 'An admin removed a second factor',
    adminsOpen: 'roster',
    app: 'always',
    mail: 'off',
  },

  certification_expiring: {
    to: 'both',
    about: 'Account',
    words: 'A certification expires in 60, 30 or 7 days',
    opens: 'certifications',
    adminsOpen: 'expiring',
    app: 'on',
    mail: 'on',
    quiet: 'holds',
  },
  feedback_changed: {
    to: 'officer',
    about: 'Account',
    words: 'Your feedback was answered or updated',
    opens: 'sent',
    app: 'on',
    mail: 'off',
    quiet: 'holds',
  },
  contact_answered: {
    to: 'officer',
    about: 'Account',
    words: 'Your question to the vendor was answered',
    app: 'always',
    mail: 'always',
    quiet: 'holds',
  },
  officer_approved: { ...account, words: 'Your registration was approved', quiet: 'holds' },
  officer_rejected: { ...account, words: "Your registration wasn't approved", quiet: 'holds' },
  registration_link: { ...account, words: 'A link to confirm a registration', quiet: 'passes' },
  invitation_link: { ...account, words: 'An invitation to activate an account', quiet: 'passes' },
  password_link: { ...account, words: 'A link to set a new password', quiet: 'passes' },
  address_link: { ...account, words: 'A link to confirm a new email address', quiet: 'passes' },
  address_changed: { ...account, words: 'Your sign-in email was changed', quiet: 'passes' },
  factors_changed: { ...account, words: 'Your sign-in methods were changed', quiet: 'passes' },
  account_by_vendor: { ...account, words: 'The vendor changed your account', quiet: 'passes' },
  vendor_contact: { ...account, words: 'An admin asked the vendor for an upgrade', quiet: 'passes' },
  invoice_issued: { ...account, words: 'A Watchbill invoice or credit note, with PDF', quiet: 'holds' },
  invoice_reminder: { ...account, words: 'A Watchbill invoice is due soon or overdue', quiet: 'holds' },
  trial_request: { ...account, words: 'A visitor requested a trial', quiet: 'passes' },
  organization_closing: {
    ...account,
    words: "Your department's closure was scheduled or canceled",
    quiet: 'passes',
  },
  password_changed: { ...account, words: 'Your password was changed', quiet: 'passes' },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof events
/** The subject of a notification in the bell; the screen derives its link from it. */
export type NotificationType = {
  [Name in EventName]: (typeof events)[Name]['app'] extends 'never' ? never : Name
}[EventName]
/** Events sent by email only. */
export type LetterEvent = Exclude<EventName, NotificationType>

export const eventNames = Object.keys(events) as readonly EventName[]
export const eventOf = (name: EventName): Event => events[name]

/** Whether this role is ever notified of the event, and so may choose. */
export const concerns = (name: EventName, role: 'officer' | 'admin'): boolean => {
  const { to, app } = eventOf(name)
  return app !== 'never' && (to === 'officer' || to === 'both' || role === 'admin')
}

type Said = {
  type: string
  officer_id: string | null
  assignment_id: string | null
  announcement_id?: string | null | undefined
}

const named = (type: string): Partial<Event> => {
  const name = eventNames.find((one) => one === type)
  return name ? eventOf(name) : {}
}

export const opensReceipt = (type: string): boolean => named(type).opens === 'receipt'

/**
 * The screen that a notification is about; null where there is none. What is for the admins opens on the admin's side, what is for one
 * officer on the officer's, an admin's own shifts included.
 */
export const placeOf = ({ type, officer_id, assignment_id, announcement_id = null }: Said): string | null => {
  const { opens = 'shift', adminsOpen = 'shift' } = named(type)
  return officer_id === null
    ? adminPlaces[adminsOpen](assignment_id, announcement_id)
    : officerPlaces[opens](assignment_id, announcement_id)
}
