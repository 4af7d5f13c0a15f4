import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { isPublic } from '#platform/server/public-shift.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Range } from '#platform/shared/time.ts'
import type { Choices } from './rules.choices.ts'
import type { QuietMode } from './rules.quiet.ts'
import { type EventName, eventNames, eventOf } from './rules.ts'
import type { House } from './store.ts'
import type { ShiftTold } from './words.ts'

/** Tellings of one run. */
export const AT_ONCE = 200

export type Telling = {
  id: string
  event: EventName
  title: string
  message: string
  audience: 'officer' | 'admins' | 'officers'
  /** Whom it is for if the audience is one officer; otherwise the officer left out, if any. */
  officer_id: string | null
  assignment_id: string | null
  announcement_id: string | null
  about: string | null
  /** When the shift is. */
  times: Range | null
  shift: ShiftTold | null
  /** The same moment as the notification in the bell, to the microsecond. */
  told_at: string
  recipients: {
    officer_id: string
    name: string
    email: string
    choices: Choices
    quiet: QuietMode
    quiet_from: string | null
    quiet_to: string | null
  }[]
}

const defaults = JSON.stringify(
  Object.fromEntries(eventNames.map((name) => [name, ['always', 'on'].includes(eventOf(name).mail)])),
)
/** The person's choice where there is one to make, otherwise the table's setting. */
const chosen = JSON.stringify(eventNames.filter((name) => ['on', 'off'].includes(eventOf(name).mail)))

/**
 * Dequeues the oldest pending notifications, with everyone to be emailed: approved people with an account and an address who want
 * it. A notification the admins already have unread is not emailed to them again.
 */
export const takeTellings = (db: Db): Promise<Telling[]> =>
  db.rows<Telling>(sql`
    with waiting as (
      select id from tellings where ${ours()}
      order by created_at, id limit ${AT_ONCE}::int for update skip locked),
    taken as (
      delete from tellings t using waiting where ${ours('t')} and t.id = waiting.id
      returning t.*)
    select t.id, t.event, t.title, t.message, t.audience, t.officer_id, t.assignment_id, t.announcement_id, t.about, to_json(t.created_at) #>> '{}' as told_at,
      case when a.id is not null then json_build_object('starts_at', a.starts_at, 'ends_at', a.ends_at) end as times,
      case when ${isPublic} then json_build_object('title', a.title, 'starts_at', a.starts_at, 'time_zone', a.time_zone) end as shift,
      coalesce((select jsonb_agg(jsonb_build_object('officer_id', f.id, 'name', f.name, 'email', f.email,
          'choices', coalesce(w.choices, '{}'), 'quiet', coalesce(w.quiet, 'organization'),
          'quiet_from', w.quiet_from, 'quiet_to', w.quiet_to) order by f.name, f.id)
        from officers f
        left join notification_settings w on w.organization_id = f.organization_id and w.officer_id = f.id
        where ${ours('f')} and ${activeOfficer(sql`f`)} and f.user_id is not null
          and f.email is not null
          and case t.audience when 'officer' then f.id = t.officer_id when 'admins' then f.role = 'admin'
            else f.id is distinct from t.officer_id end
          and case when ${chosen}::jsonb ? t.event then coalesce((w.choices -> t.event ->> 'mail')::boolean,
            (${defaults}::jsonb ->> t.event)::boolean) else (${defaults}::jsonb ->> t.event)::boolean end), '[]') as recipients
    from taken t
    left join assignments a on ${ours('a')} and a.id = t.assignment_id
    where not (t.event = 'signup_waiting' and exists (select from notifications n
      where ${ours('n')} and n.assignment_id = t.assignment_id
        and n.type = 'signup_waiting' and n.officer_id is null and not n.read and n.created_at < t.created_at))
    order by t.created_at, t.id`)

/** Plans what goes out on other channels, in the transaction that dequeues the notifications. */
export type Plan = (db: Db, house: House, taken: readonly Telling[]) => Promise<void>
