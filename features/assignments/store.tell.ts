import type { NotificationType } from '#features/notifications/rules.ts'
import { notify, notifyOfficers } from '#features/notifications/store.ts'
import { findTimeFormat } from '#features/organizations/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Range } from '#platform/shared/time.ts'
import { whenWords } from './rules.words.ts'

type Shift = Range & { id: string; title: string; time_zone: string }

/** Tells every approved officer but the one who posted it, once; `more` others of its series come with it. */
export const announce = async (db: Db, shift: Shift, more = 0) => {
  const others = more > 0 ? ` and ${more} more ${more === 1 ? 'date' : 'dates'}` : ''
  const message = `${whenWords(shift, shift.time_zone, await findTimeFormat(db))}${others}.`
  return notifyOfficers(db, {
    type: 'assignment_posted',
    title: `New: ${shift.title}`,
    message,
    assignment_id: shift.id,
  })
}

export const tell = (
  db: Db,
  officers: readonly string[],
  what: { type: NotificationType; title: string; message: string; assignment_id: string },
) =>
  notify(
    db,
    officers.map((officer_id) => ({ ...what, officer_id })),
  )

type Due = { id: string; title: string; time_zone: string; starts_at: Date; ends_at: Date; series_id: string | null }

/** Announces, once, what was published for a time that has come; a series is announced by its first. Answers how many. */
export const announceDue = async (db: Db): Promise<number> => {
  const due = await db.rows<Due>(sql`
    with due as (select id from assignments where organization_id = (select app.organization_id())
        and status = 'published' and announced_at is null and publish_at <= now() for update skip locked)
    update assignments a set announced_at = now() from due
    where a.organization_id = (select app.organization_id()) and a.id = due.id
    returning a.id, a.title, a.time_zone, a.starts_at, a.ends_at, a.series_id`)
  // What began before anyone could take it is not news.
  const news = due
    .filter((row) => row.starts_at.getTime() > Date.now())
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  const first = new Map<string, { row: Due; more: number }>()
  for (const row of news) {
    const key = row.series_id ?? row.id
    const known = first.get(key)
    if (known) known.more++
    else first.set(key, { row, more: 0 })
  }
  for (const { row, more } of first.values()) {
    await announce(db, { ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() }, more)
  }
  return due.length
}
