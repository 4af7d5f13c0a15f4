import type { EventName } from '#features/department/notifications/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Contact } from './rules.calls.ts'
import { REPLY_HOURS } from './rules.texts.ts'

export type Asked = { event: EventName; officer_id: string; assignment_id: string; told_at: string }

/** What a code that was sent to this phone asks about. */
export const findAsked = (db: Db, phone_id: string, code: string) =>
  db.row<Asked>(sql`select d.event, d.officer_id, d.assignment_id, to_json(d.told_at) #>> '{}' as told_at
    from deliveries d where ${ours('d')} and d.target_id = ${phone_id}::uuid and d.reply_code = ${code}
      and d.created_at > now() - make_interval(hours => ${REPLY_HOURS}::int)`)

/** From here on the transaction has the officer's rights; false: the officer has no access. */
export const actAsOfficer = async (db: Db, officer_id: string): Promise<boolean> =>
  (await db.row<{ may: boolean }>(sql`select app.act_as_officer(${officer_id}::uuid) as may`))?.may === true

/** From here on the transaction is the job's again. */
export const actAsSystem = (db: Db) => db.run(sql`select set_config('app.role', 'system', true)`)

/** What an answer writes can be taken back to here, with the rights that it was given. */
export const tryAnswer = (db: Db) => db.run(sql`savepoint answer`)
export const takeBack = (db: Db) => db.run(sql`rollback to savepoint answer`)

/** Codes that phones were sent lately, to pick different ones. */
export const listCodes = async (db: Db, phone_ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ key: string }>(sql`select d.target_id || ' ' || d.reply_code as key from deliveries d
    where ${ours('d')} and d.target_id = any(${[...phone_ids]}::uuid[]) and d.reply_code is not null`)
  return new Set(rows.map(({ key }) => key))
}

/** What became of an answer, in words for the person. Unless it is done, whatever was written is rolled back. */
export type Taken = { said: string; done: boolean }
/** Takes an answer, with the officer's rights. Null: it is not about this event. */
export type TakeAnswer = (db: Db, asked: Asked, yes: boolean) => Promise<Taken | null>

/** Notes in a feature's own record what became of a call about it. */
export type NoteCall = (db: Db, asked: Asked, contact: Contact) => Promise<void>
