import type { NotificationType } from '#features/department/notifications/rules.ts'
import { notify, notifyOfficers } from '#features/department/notifications/store.ts'
import { findHouseClock } from '#features/department/settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Range } from '#platform/shared/time.ts'
import { whenWords } from '#platform/shared/when.ts'

type Shift = Range & { id: string; title: string }

/** A shift's date and time as text, in the department's zone and the format of every screen. */
export const writeWhen = async (db: Db, range: Range): Promise<string> => {
  const { time_zone, time_format } = await findHouseClock(db)
  return whenWords(range, time_zone, time_format)
}

/** Notifies every active officer except the one who posted it, once; `more` is the number of other shifts in its series. */
export const announce = async (db: Db, shift: Shift, more = 0) => {
  const others = more > 0 ? ` and ${more} more ${more === 1 ? 'date' : 'dates'}` : ''
  const message = `${await writeWhen(db, shift)}${others}.`
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

type Due = { id: string; title: string; starts_at: Date; ends_at: Date; series_id: string | null }

/** Announces, once, shifts whose scheduled publishing time has come; a series is announced by its first shift. Returns how many. */
export const announceDue = async (db: Db): Promise<number> => {
  const due = await db.rows<Due>(sql`
    with due as (select id from assignments where ${ours()}
        and status = 'published' and announced_at is null and publish_at <= now() for update skip locked)
    update assignments a set announced_at = now() from due
    where ${ours('a')} and a.id = due.id
    returning a.id, a.title, a.starts_at, a.ends_at, a.series_id`)
  // Do not announce shifts that began before anyone could sign up.
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
