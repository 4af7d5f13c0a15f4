import { eventNames, eventOf } from '#features/department/notifications/rules.ts'
import { deviceWords } from '#platform/shared/device.ts'
import { MINUTE } from '#platform/shared/time.ts'
import type { Delivery } from './contract.orders.ts'
import type { Device } from './contract.ts'
import type { Contact } from './rules.calls.ts'
import type { OutChannel } from './rules.ts'

export const channelWords: Readonly<Record<OutChannel, string>> = {
  push: 'Push',
  text: 'Text message',
  call: 'Voice call',
}

/** A device that receives pushes. */
export const deviceName = ({ platform, user_agent }: Pick<Device, 'platform' | 'user_agent'>): string => {
  if (platform === 'web') return deviceWords(user_agent)
  if (platform === 'android') return 'App on Android'
  // On an iPad, the app may call itself a Mac.
  return /iPhone/.test(user_agent ?? '') ? 'App on iPhone' : 'App on iPad'
}

/** The app of a platform, and the push service of its maker. */
export const appWords = {
  ios: { app: 'iPhone and iPad app', service: 'Apple' },
  android: { app: 'Android app', service: 'Google' },
} as const

/** What became of a call, on the badge in the ledger. */
export const contactWords: Readonly<Record<Contact, string>> = {
  answered: 'answered',
  declined: 'declined',
  no_answer: 'no answer',
  busy: 'busy',
  machine: 'answering machine',
}

export const minutesWords = (minutes: number | null, channel: 'text' | 'call'): string => {
  if (minutes === null) return channel === 'text' ? 'No text message' : 'No call'
  if (minutes === 0) return 'Right away'
  return minutes === 60 ? 'After 1 hour' : `After ${minutes} min`
}

const outcomes: Readonly<Record<string, string>> = {
  answered: 'Not needed: already answered',
  read: 'Not needed: already read',
  too_late: 'Not sent: the shift had started',
  moved: 'Not sent here: the department moved to this installation',
  no_access: 'Not sent: no access to the department',
  device_gone: 'Not sent: the device no longer receives notifications',
  stopped_by_person: 'Not sent: the officer opted out',
  no_provider: 'Not sent: no provider',
  unreachable: "the service couldn't be reached",
}

const receipts: Readonly<Record<NonNullable<Delivery['receipt']>, string>> = {
  delivered: 'Delivered',
  undelivered: 'Not delivered: the carrier rejected it',
  failed: "Not delivered: the provider couldn't reach the phone",
  accepted: 'Answered: accepted',
  declined: 'Answered: declined',
  answered: 'Answered, no key pressed',
  no_answer: 'No answer',
  busy: 'Busy',
  machine: 'Answering machine',
  opted_out: 'Answered: opted out of calls',
}

/** It did not reach the person, as far as is known. */
export const isLost = ({ state, receipt }: Pick<Delivery, 'state' | 'receipt'>): boolean =>
  state === 'failed' || receipt === 'undelivered' || receipt === 'failed'

const DUE_SOON_MS = MINUTE
/** Providers usually report within this time. */
const REPORTED_WITHIN_MS = 600_000
/** What became of it may be known any moment: it is being sent, is due, or was just sent and not reported yet. */
export const isUnderWay = (
  { state, receipt, channel, planned_at, sent_at }: Omit<Delivery, 'id' | 'officer_name' | 'event' | 'outcome'>,
  now: number,
): boolean => {
  if (state === 'sending') return true
  if (state === 'waiting') return Date.parse(planned_at) <= now + DUE_SOON_MS
  return channel !== 'push' && receipt === null && sent_at !== null && now - Date.parse(sent_at) < REPORTED_WITHIN_MS
}

/** What became of a delivery. */
export const deliveryWords = ({
  state,
  outcome,
  receipt,
  channel,
  event,
}: Pick<Delivery, 'state' | 'outcome' | 'receipt' | 'channel' | 'event'>): string => {
  if (receipt === 'accepted' && event === 'ordered_in') return 'Answered: acknowledged'
  if (receipt !== null) return receipts[receipt]
  if (state === 'sent') return channel === 'call' ? 'Called' : 'Sent'
  if (state === 'sending') return 'Sending'
  const why = outcome === null ? undefined : outcomes[outcome]
  if (state === 'waiting') return outcome === null ? 'Scheduled' : 'Trying again'
  if (state === 'stopped') return why ?? 'Not needed'
  return why?.startsWith('Not') ? why : `Failed: ${why ?? 'the service rejected it'}`
}

export const eventWords = (event: string): string => {
  const name = eventNames.find((one) => one === event)
  return name ? eventOf(name).words : 'Notification'
}
