import { randomBytes, randomUUID } from 'node:crypto'
import type { Make } from '#platform/server/testing.inputs.ts'

const keysOfBrowser = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
const past = '2026-01-05T12:00:00Z'

/** The noun of each thing at the desk, by the first part of its calls' names. */
export const deskNouns = (known: Record<string, string>) => ({
  announcements: known.announcement_id,
  locations: known.location_id,
  saved_filters: known.filter_id,
  bulk_edits: known.bulk_edit_id,
  channels: known.device_id,
})

/**
 * What an admin keeps at the desk: a location, a filter, a bulk edit that can be undone, a calendar link, a device that receives
 * pushes, and an announcement to one officer.
 */
export const makeDesk = async (make: Make, mark: string, by: string, officer_id: string) => {
  const location_id = await make('locations', { name: `Location ${mark}`, address: mark })
  const filter_id = await make('saved_filters', {
    officer_id: by,
    page: 'officers',
    name: `Filter ${mark}`,
    filters: JSON.stringify({ unit: mark }),
  })
  const bulk_edit_id = await make('bulk_edits', { kind: 'unit', changes: '[]', made_by: by })
  await make('calendar_feeds', { officer_id: by, token_hash: randomBytes(32) })
  const subscribed = await make('push_subscriptions', {
    ...{ officer_id: by, session_id: randomUUID(), user_agent: mark },
    ...{ ...keysOfBrowser, endpoint: `https://fcm.googleapis.com/fcm/send/${mark}-${randomUUID()}` },
  })
  const phone = await make('push_subscriptions', {
    ...{ officer_id: by, session_id: randomUUID(), user_agent: mark, platform: 'ios' },
    endpoint: randomBytes(32).toString('hex'),
  })
  await make('push_tokens', { subscription_id: phone, token_hash: randomBytes(32) })
  await make('deliveries', {
    ...{ officer_id: by, event: 'ordered_in', audience: 'officer', channel: 'push', target_id: subscribed },
    ...{ title: mark, message: mark, told_at: past, planned_at: past, next_try_at: past, state: 'failed' },
  })
  await make('phones', {
    ...{ officer_id: by, number: '+13125550123', number_hash: randomBytes(32), consent_text: mark },
    ...{ code_hash: randomBytes(32), code_expires_at: past },
  })
  await make('phone_replies', { provider_id: `SM${mark}` })
  await make('channel_orders', { event: 'ordered_in', push_after: 0 })
  const announcement_id = await make('announcements', {
    ...{ author_id: by, author_name: `Author ${mark}`, audience: 'unit', audience_name: `Unit ${mark}` },
    ...{ title: `Announcement ${mark}`, body: `Text ${mark}`, created_at: '2026-01-05T12:00:00Z' },
  })
  await make('announcement_recipients', { announcement_id, officer_id })
  await make('announcement_replies', { announcement_id, officer_id, body: `Reply ${mark}` })
  return { location_id, filter_id, bulk_edit_id, device_id: subscribed, announcement_id }
}

/** A name that nobody has; and what can be changed of the thing that is there. */
export const deskOverrides = {
  'channels.add_phone': () => ({ number: '+13125550123', consent: true }),
  'channels.add_device': () => ({
    ...{ ...keysOfBrowser, endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}` },
  }),
  'locations.save': () => ({ name: `Location ${Math.random()}`, lat: null, lng: null }),
  'locations.edit': () => ({ name: `Location ${Math.random()}`, lat: null, lng: null, version: 1 }),
}
