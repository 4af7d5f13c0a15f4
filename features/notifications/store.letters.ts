import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { QuietMode } from './rules.quiet.ts'
import { type Choices, type EventName, eventNames, eventOf } from './rules.ts'

/** Tellings of one run. */
export const AT_ONCE = 200

export type Telling = {
  id: string
  event: EventName
  title: string
  message: string
  audience: 'officer' | 'admins' | 'officers'
  assignment_id: string | null
  about: string | null
  starts_at: Date | null
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
/** Of what can be chosen, the choice; of the rest, the table. */
const chosen = JSON.stringify(eventNames.filter((name) => ['on', 'off'].includes(eventOf(name).mail)))

/**
 * Takes the oldest tellings away, with everybody who is to be told by mail: approved people with an account and an address who want it.
 * What the admins have been told and not read yet is not mailed to them again.
 */
export const takeTellings = (db: Db): Promise<Telling[]> =>
  db.rows<Telling>(sql`
    with waiting as (
      select id from tellings where organization_id = (select app.organization_id())
      order by created_at, id limit ${AT_ONCE}::int for update skip locked),
    taken as (
      delete from tellings t using waiting where t.organization_id = (select app.organization_id()) and t.id = waiting.id
      returning t.*)
    select t.id, t.event, t.title, t.message, t.audience, t.assignment_id, t.about, a.starts_at,
      coalesce((select jsonb_agg(jsonb_build_object('officer_id', f.id, 'name', f.name, 'email', f.email,
          'choices', coalesce(w.choices, '{}'), 'quiet', coalesce(w.quiet, 'organization'),
          'quiet_from', w.quiet_from, 'quiet_to', w.quiet_to) order by f.name, f.id)
        from officers f
        left join notification_settings w on w.organization_id = f.organization_id and w.officer_id = f.id
        where f.organization_id = (select app.organization_id()) and f.approved and f.user_id is not null
          and f.email is not null and f.suspended_at is null and f.rejected_at is null
          and (f.left_on is null or f.left_on > current_date)
          and case t.audience when 'officer' then f.id = t.officer_id when 'admins' then f.role = 'admin'
            else f.id is distinct from t.officer_id end
          and case when ${chosen}::jsonb ? t.event then coalesce((w.choices -> t.event ->> 'mail')::boolean,
            (${defaults}::jsonb ->> t.event)::boolean) else (${defaults}::jsonb ->> t.event)::boolean end), '[]') as recipients
    from taken t
    left join assignments a on a.organization_id = (select app.organization_id()) and a.id = t.assignment_id
    where not (t.event = 'signup_waiting' and exists (select from notifications n
      where n.organization_id = (select app.organization_id()) and n.assignment_id = t.assignment_id
        and n.type = 'signup_waiting' and n.officer_id is null and not n.read and n.created_at < t.created_at))
    order by t.created_at, t.id`)
