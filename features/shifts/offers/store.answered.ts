import type { IsAnswered } from '#features/department/channels/store.sending.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** For a sign-up `s`: it was offered its spot in the transaction at this time. The ledger has each offer, and the notification its time. */
const offeredAt = (at: Sql): Sql => sql`exists (select from opportunities o where o.organization_id = s.organization_id
  and o.signup_id = s.id and o.kind = 'offered' and o.minutes > 0 and o.at = ${at})`

/** The offer was accepted or declined, or is over. */
export const isOfferAnswered: IsAnswered = (d) => sql`(${d}.event in ('place_offered', 'place_offered_now')
  and not exists (select from officer_assignments s where s.organization_id = ${d}.organization_id
    and s.officer_id = ${d}.officer_id and s.assignment_id = ${d}.assignment_id and s.status = 'offered'
    and s.offer_expires_at > now() and ${offeredAt(sql`${d}.told_at`)}))`

type Asked = { officer_id: string; assignment_id: string; told_at: string }
/** The sign-up whose spot was offered at this time; `latest`: and has not been offered again since. */
export const findOfferedAt = (db: Db, { officer_id, assignment_id, told_at }: Asked) =>
  db.row<{ id: string; post_id: string; latest: boolean }>(sql`select s.id, s.post_id,
      not exists (select from opportunities o where o.organization_id = s.organization_id and o.signup_id = s.id
        and o.kind = 'offered' and o.minutes > 0 and o.at > ${told_at}::timestamptz) as latest
    from officer_assignments s where ${ours('s')} and s.officer_id = ${officer_id}::uuid
      and s.assignment_id = ${assignment_id}::uuid and ${offeredAt(sql`${told_at}::timestamptz`)}`)
