import { join, likeText, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { accountStates } from './contract.ts'

const PAGE = 50
/** Contracts whose term ends within this many days count as upcoming renewals. */
const RENEWAL_DAYS = 60

/** The vendor's books use UTC days. */
export const today = sql`(now() at time zone 'UTC')::date`
export const customerOf = (
  g: Sql,
): Sql => sql`jsonb_build_object('id', ${g}.id, 'name', ${g}.name, 'subdomain', ${g}.subdomain,
  'subscription_tier', ${g}.subscription_tier, 'state', ${g}.state)`
export const isCustomer = sql`g.state in ('active', 'suspended', 'closing', 'erased')`
export const unsettled = sql`i.status = 'issued' and i.kind = 'invoice' and i.settled_at is null`
export const openOf = sql`(i.total_cents - i.paid_cents - i.credited_cents)`
/** The unused part of a payment `p`: neither allocated to an invoice nor refunded. */
const creditOf = sql`(p.amount_cents - p.allocated_cents - p.refunded_cents)`
export const hasCredit = sql`p.reversed_on is null and p.allocated_cents + p.refunded_cents < p.amount_cents`

/** Sums by currency as a list of `{ currency, cents }`; currencies are never mixed. */
const moneyBy = (
  amount: Sql,
  from: Sql,
): Sql => sql`(select coalesce(json_agg(json_build_object('currency', m.currency, 'cents', m.cents)
  order by m.currency), '[]') from (select currency, sum(${amount})::bigint as cents ${from} group by currency) m where m.cents <> 0)`

/** Whether the next term of `c` exists and was not canceled before it began. */
const renewed = sql`exists (select from contracts n where n.organization_id = c.organization_id and n.renewal_of = c.id
  and n.cancelled_from is distinct from n.starts_on)`
const renewalAhead = sql`c.cancelled_from is null and c.ends_on between ${today} and ${today} + ${RENEWAL_DAYS}::int
  and not ${renewed} and not exists (select from organizations x where x.id = c.organization_id and x.state = 'erased')`

export const findOverview = () => sql`select json_build_object('today', ${today},
    'overdue', (select count(*) from invoices i where ${unsettled} and i.due_on < ${today}),
    'drafts', (select count(*) from invoices i where i.status = 'draft'),
    'tasks', (select count(*) from billing_tasks t where t.state = 'open'),
    'renewals', (select count(*) from contracts c where ${renewalAhead}),
    'open', ${moneyBy(openOf, sql`from invoices i where ${unsettled}`)},
    'overdue_money', ${moneyBy(openOf, sql`from invoices i where ${unsettled} and i.due_on < ${today}`)},
    'unallocated', ${moneyBy(creditOf, sql`from payments p where ${hasCredit}`)})::text as json`

/** The contract in force today, or the next one. */
const current = sql`select c.*, v.size, v.tier, v.price_cents, ${renewed} as renewed
    from contracts c cross join lateral (select * from contract_versions v where v.organization_id = c.organization_id
      and v.contract_id = c.id and (v.effective_on <= ${today} or v.number = 1) order by v.number desc limit 1) v
    where c.organization_id = g.id and coalesce(c.cancelled_from - 1, c.ends_on) >= ${today}
    order by c.starts_on limit 1`

type State = (typeof accountStates)[number]
const stateIs: Readonly<Record<State, Sql>> = {
  all: sql`true`,
  running: sql`k.id is not null and k.starts_on <= ${today}`,
  renewing: sql`k.id is not null and k.renews and k.ends_on <= ${today} + ${RENEWAL_DAYS}::int`,
  ending: sql`k.id is not null and k.ends_on <= ${today} + ${RENEWAL_DAYS}::int`,
  none: sql`k.id is null`,
  task: sql`exists (select from billing_tasks t where t.organization_id = g.id and t.state = 'open')`,
}

export type AccountsAsk = {
  state: State
  search?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

/** By name; the cursor is the id where a page ended. */
export const listAccounts = ({ state, search, after, limit = PAGE }: AccountsAsk): Sql => {
  const conditions = [sql`g.state in ${oneOf(presentStates)}`, stateIs[state]]
  if (search) conditions.push(sql`(g.name ilike ${likeText(search)} or g.subdomain ilike ${likeText(search)})`)
  if (after)
    conditions.push(
      sql`(lower(g.name), g.id) > (select lower(b.name), b.id from organizations b where b.id = ${after}::uuid)`,
    )
  return sql`with page as (
      select row_number() over (order by lower(g.name), g.id) as place, g.id, json_build_object('customer', ${customerOf(sql`g`)},
        'contract', case when k.id is not null then json_build_object('id', k.id, 'size', k.size, 'tier', k.tier,
          'price', json_build_object('currency', k.currency, 'cents', k.price_cents), 'ends_on', k.ends_on,
          'renews', k.renews, 'renewed', k.renewed) end,
        'open', ${moneyBy(openOf, sql`from invoices i where i.organization_id = g.id and ${unsettled}`)},
        'overdue', (select count(*) from invoices i where i.organization_id = g.id and ${unsettled} and i.due_on < ${today}),
        'task', ${stateIs.task}) as item
      from organizations g left join lateral (${current}) k on true
      where ${join(conditions, sql` and `)} order by lower(g.name), g.id limit ${limit + 1}::int)
    select json_build_object('items', coalesce((select json_agg(item order by place) from page where place <= ${limit}::int), '[]'),
      'next', (select id from page where place = ${limit}::int and exists (select from page where place > ${limit}::int)))::text as json`
}

const contractJson = sql`jsonb_build_object('id', c.id, 'currency', c.currency, 'billing', c.billing, 'starts_on', c.starts_on,
  'ends_on', c.ends_on, 'renews', c.renews, 'notice_days', c.notice_days, 'purchase_order', c.purchase_order,
  'renewal_of', c.renewal_of, 'renewed', ${renewed}, 'cancelled_from', c.cancelled_from, 'cancel_reason', c.cancel_reason,
  'cancel_credits', c.cancel_credits, 'version', c.version,
  'versions', (select jsonb_agg(jsonb_build_object('number', v.number, 'effective_on', v.effective_on, 'size', v.size,
      'tier', v.tier, 'price_cents', v.price_cents, 'list_cents', v.list_cents, 'note', v.note) order by v.number)
    from contract_versions v where v.organization_id = c.organization_id and v.contract_id = c.id))`

/** One organization's contract as JSON, in the caller's scope. */
export const contractOf = (id: Sql): Sql => sql`select ${contractJson} as item from contracts c
  where ${ours('c')} and c.id = ${id}`

/** Defaults for a customer without saved details. */
const details = sql`(select jsonb_build_object('legal_name', coalesce(a.legal_name, ''), 'address', coalesce(a.address, ''),
    'email', a.email, 'tax_name', coalesce(a.tax_name, 'Sales tax'), 'tax_rate_millionths', coalesce(a.tax_rate_millionths, 0),
    'tax_exempt', coalesce(a.tax_exempt, false), 'exemption_certificate', coalesce(a.exemption_certificate, ''),
    'reminders', coalesce(a.reminders, true), 'suspend_after_days', coalesce(a.suspend_after_days, 60),
    'version', coalesce(a.version, 0))
  from (select) nobody left join billing_accounts a on a.organization_id = g.id)`

/** The last change of the details, from the department's log. */
const detailsSaved = sql`(select jsonb_build_object('at', e.at, 'by', p.name)
  from audit_entries e left join accounts p on p.id = e.actor_user_id
  where e.organization_id = g.id and e.actor_role = 'super_admin' and e.thing_type = 'billing_accounts' order by e.id desc limit 1)`

export const findAccount = (
  id: string,
): Sql => sql`select jsonb_build_object('today', ${today}, 'customer', ${customerOf(sql`g`)},
    'officers', coalesce((select f.officers_counted from organization_figures f where f.organization_id = g.id), 0),
    'details', ${details}, 'details_saved', ${detailsSaved},
    'contracts', coalesce((select jsonb_agg(${contractJson} order by c.starts_on desc, c.id) from contracts c
      where c.organization_id = g.id), '[]'),
    'open', ${moneyBy(openOf, sql`from invoices i where i.organization_id = g.id and ${unsettled}`)},
    'unallocated', ${moneyBy(creditOf, sql`from payments p where p.organization_id = g.id and ${hasCredit}`)},
    'tasks', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'invoice_id', i.id, 'number', i.number,
        'days_overdue', ${today} - i.due_on, 'open', jsonb_build_object('currency', i.currency, 'cents', ${openOf}),
        'created_at', t.created_at) order by t.created_at, t.id)
      from billing_tasks t join invoices i on i.organization_id = t.organization_id and i.id = t.invoice_id
      where t.organization_id = g.id and t.state = 'open'), '[]')) as item
  from organizations g where g.id = ${id}::uuid and ${isCustomer}`
