import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** Pushes, texts and calls for the outbox page: as its rows of email. */
export const listSentForOutbox = (): Sql => sql`select coalesce(h.number, f.name) as to_address,
    case d.channel when 'push' then 'Push: ' when 'text' then 'Text: ' else 'Call: ' end || d.title as subject,
    d.message || case when d.reply_code is null then '' else ' Reply YES ' || d.reply_code end
      || case d.channel when 'call' then ' Press 1 or 2' else '' end as text_body,
    d.state, d.created_at, null as attachment_name
  from deliveries d join officers f on f.organization_id = d.organization_id and f.id = d.officer_id
  left join phones h on h.organization_id = d.organization_id and h.id = d.target_id
  where ${ours('d')} order by d.created_at desc limit 100`
