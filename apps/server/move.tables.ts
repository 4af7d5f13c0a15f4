import type pg from 'pg'

/**
 * Tables that stay behind, each with its reason. Every other table moves: one that is neither here, nor of the organization, nor
 * of its people stops an export, and fails a test.
 */
export const leftBehind: Readonly<Record<string, string>> = {
  schema_migrations: 'of the installation',
  sessions: 'bearer secrets of the old address; people sign in again',
  account_links: 'links to the old address; open invitations are sent again',
  sign_in_steps: 'half a sign-in, kept for minutes',
  passkey_challenges: 'half a sign-in, kept for minutes',
  sign_in_attempts: 'counted for the old sign-in page',
  recovery_codes: 'hashed with the old secret key; people make new ones',
  calendar_feeds: 'links to the old address; officers subscribe again',
  push_subscriptions: 'bound to the old address and its push key; people turn notifications on again',
  push_tokens: 'belong to push subscriptions',
  idempotency_keys: 'answers kept for calls that are made twice, at the old address',
  outbox: 'pokes of the last minutes',
  mails: 'sent by the old installation, with links to it',
  support_accesses: "visits by the old vendor's staff; the audit has each",
  super_admin_users: "the old vendor's staff",
  account_acts: 'what the old vendor did to accounts; the audit has what concerns the department',
  vendor_reads: "the old vendor's own record",
  vendor_settings: 'of the vendor',
  testimonials: 'of the vendor',
  request_notes: 'of the vendor: notes of its staff',
  feedback_merges: 'of the vendor: what it put together across departments',
  demo_request_counts: 'of the vendor: counts of visitors',
  organization_erasures: 'of the vendor: its certificates',
  past_figures: 'of the vendor: totals of erased departments',
  past_fill_times: 'of the vendor: totals of erased departments',
  revenue_figures: "the old vendor's books",
  billing_accounts: "the old vendor's books",
  billing_tasks: "the old vendor's books",
  contracts: "the old vendor's books",
  contract_versions: "the old vendor's books",
  contract_charges: "the old vendor's books",
  invoices: "the old vendor's books, numbered in its series",
  invoice_lines: "the old vendor's books",
  invoice_documents: "the old vendor's books",
  invoice_letters: "the old vendor's books",
  invoice_numbers: "the old vendor's books",
  number_series: "the old vendor's books",
  payments: "the old vendor's books",
  payment_allocations: "the old vendor's books",
  refunds: "the old vendor's books",
}

/** `$1` is the organization. */
const people = `(select m.account_id from memberships m where m.organization_id = $1
  union select o.user_id from officers o where o.organization_id = $1 and o.user_id is not null)`
/** The person also belongs to another department or to the vendor, so what opens the account stays here. */
const elsewhere = (
  account: string,
) => `(exists (select from memberships m where m.account_id = ${account} and m.organization_id <> $1)
  or exists (select from officers o where o.user_id = ${account} and o.organization_id <> $1)
  or exists (select from super_admin_users u where u.account_id = ${account}))`
const ownPerson = (column: string) => `case when ${column} in ${people} then ${column} end`
const unsent = `t.state in ('waiting', 'sending')`
const isApp = (factor: string) => `${factor}.kind = 'app' and ${factor}.confirmed_at is not null`

/** Tables that move by something else than the organization's id: which rows of `t`. */
const chosen: Readonly<Record<string, string>> = {
  organizations: 't.id = $1',
  accounts: `t.id in ${people}`,
  // A passkey is bound to the address of its installation.
  factors: `${isApp('t')} and t.account_id in ${people} and not ${elsewhere('t.account_id')}`,
}

/**
 * Columns that move with another value. Read again at the new installation, each gives the same, so that hashes of both sides can
 * be compared.
 */
const changed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: { password_hash: `case when not ${elsewhere('t.id')} then t.password_hash end` },
  memberships: {
    second_factor: `t.second_factor and not ${elsewhere('t.account_id')}
      and exists (select from factors f where f.account_id = t.account_id and ${isApp('f')})`,
    locked_since: 'null',
    locked_until: 'null',
    locked_why: 'null',
  },
  // Hashed again by the import; a code on its way is void.
  phones: { number_hash: 'null', code_hash: 'null', code_expires_at: 'null' },
  // The old installation still sends what is queued.
  deliveries: {
    state: `case when ${unsent} then 'stopped' else t.state end`,
    outcome: `case when ${unsent} then 'moved' else t.outcome end`,
  },
  contact_requests: { asked_by: ownPerson('t.asked_by'), worked_by: 'null' },
  feature_requests: { user_id: ownPerson('t.user_id'), owner_id: 'null', trial_organization_id: 'null' },
  problem_reports: { user_id: ownPerson('t.user_id') },
}

/** Columns that the new installation fills by their default. */
const filledThere: Readonly<Record<string, readonly string[]>> = {
  // A transaction of the old database means nothing in the new one.
  audit_seals: ['sealer_xid'],
}

type Column = { name: string; type: string; identity: boolean }
export type MovedTable = { name: string; columns: readonly Column[]; select: string; sequences: readonly string[] }

type Found = { name: string; tenant: boolean; columns: readonly Column[]; key: readonly string[] }
const readCatalog = async (client: pg.ClientBase): Promise<Found[]> => {
  const { rows } = await client.query<Found>(`select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) as tenant,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'identity', a.attidentity <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by k.n) from pg_index i, unnest(i.indkey::int[]) with ordinality k (attnum, n), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '[]') as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`)
  return rows
}

const quoted = (name: string) => `"${name}"`

const movedTable = ({ name, columns: all, key }: Found): MovedTable => {
  const columns = all.filter((column) => !filledThere[name]?.includes(column.name))
  const values = columns.map((column) => `(${changed[name]?.[column.name] ?? `t.${quoted(column.name)}`})::text`)
  const order = key.map((column) => `t.${quoted(column)}::text collate "C"`)
  return {
    name,
    columns,
    select: `select array_to_json(array[${values.join(', ')}])::text as row from ${quoted(name)} t
      where ${chosen[name] ?? 't.organization_id = $1'} order by ${order.join(', ')}`,
    sequences: columns.filter(({ identity }) => identity).map((column) => column.name),
  }
}

/** The tables that move, from the catalog, and those for which nothing says whether they do. */
export const sortTables = async (client: pg.ClientBase): Promise<{ moved: MovedTable[]; unknown: string[] }> => {
  const staying = new Set(Object.keys(leftBehind))
  const tables = (await readCatalog(client)).filter(({ name }) => !staying.has(name))
  const moves = ({ name, tenant, key }: Found) => (tenant || name in chosen) && key.length > 0
  return {
    moved: tables.filter(moves).map(movedTable),
    unknown: tables.filter((table) => !moves(table)).map(({ name }) => name),
  }
}

/** The first reference of the moved rows that leads nowhere; null if there is none. */
export const findLooseEnd = async (
  client: pg.ClientBase,
  tables: readonly MovedTable[],
  organizationId: string,
): Promise<string | null> => {
  type Link = { name: string; child: string; parent: string; columns: string[]; to: string[] }
  const columnsOf = (keys: string, of: string) => `(select json_agg(a.attname order by n.n)
    from unnest(k.${keys}) with ordinality n (attnum, n) join pg_attribute a on a.attrelid = k.${of} and a.attnum = n.attnum)`
  const { rows } = await client.query<Link>(
    `select k.conname as name, c.relname as child, p.relname as parent, ${columnsOf('conkey', 'conrelid')} as columns,
      ${columnsOf('confkey', 'confrelid')} as "to"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by k.conname`,
    [tables.map(({ name }) => name)],
  )
  for (const { name, child, parent, columns, to } of rows) {
    const set = columns.map((column) => `t.${quoted(column)} is not null`).join(' and ')
    const same = columns.map((column, i) => `p.${quoted(to[i] ?? '')} = t.${quoted(column)}`).join(' and ')
    const loose = await client.query(
      `select 1 from ${quoted(child)} t where ${chosen[child] ?? 't.organization_id = $1'} and ${set}
        and not exists (select from ${quoted(parent)} p where ${same}) limit 1`,
      [organizationId],
    )
    if (loose.rows.length > 0) return name
  }
  return null
}

export type Resets = { passwords: number; passkeys: number }
/** How many people arrive without a password because they belong elsewhere too, and how many passkeys stay behind. */
export const countResets = async (client: pg.ClientBase, organizationId: string): Promise<Resets> => {
  const { rows } = await client.query<Resets>(
    `select (select count(*)::int from accounts a where a.id in ${people} and a.password_hash is not null and ${elsewhere('a.id')}) as passwords,
      (select count(*)::int from factors f where f.account_id in ${people} and f.kind = 'passkey') as passkeys`,
    [organizationId],
  )
  return rows[0] ?? { passwords: 0, passkeys: 0 }
}
