import type pg from 'pg'
import { appRole, eraserRole, vendorRole } from './roles.ts'

/** Tables in schema public that are not tenant tables; `db/fence/00-ground.sql` says why for each. */
const openTables = [
  'organizations',
  'accounts',
  'super_admin_users',
  'memberships',
  'sessions',
  'support_accesses',
  'account_links',
  'calendar_feeds',
  'phones',
  'push_tokens',
  'sign_in_attempts',
  'factors',
  'recovery_codes',
  'sign_in_steps',
  'passkey_challenges',
  'outbox',
  'schema_migrations',
]
/** Tables whose changes follow from a recorded change, or that are the record itself. */
const unrecorded = [
  'audit_entries',
  'audit_seals',
  'audit_seal_entries',
  'outbox',
  'idempotency_keys',
  'mails',
  'place_events',
  'opportunities',
  'force_members',
  'order_receipts',
  'shared_places',
  'tellings',
  'reminders',
  'deliveries',
  'push_tokens',
  'phone_replies',
  'sign_in_steps',
  'passkey_challenges',
  'demo_request_counts',
  'vendor_reads',
  'number_series',
  'invoice_numbers',
  'contract_charges',
  'organization_figures',
  'organization_standings',
  'feature_uses',
  'figure_marks',
  'figure_states',
  'month_figures',
  'month_fill_times',
  'past_figures',
  'past_fill_times',
  'revenue_figures',
  'schema_migrations',
]
/** Columns the cross-organization role may read; each one reviewed in db/fence/. */
const readAcross = [
  'account_acts',
  'account_links',
  'accounts',
  'audit_entries',
  'audit_seal_entries',
  'billing_accounts',
  'billing_tasks',
  'contact_requests',
  'contract_charges',
  'contract_versions',
  'contracts',
  'factors',
  'feature_requests',
  'feedback_merges',
  'figure_states',
  'invoice_documents',
  'invoice_letters',
  'invoice_lines',
  'invoices',
  'memberships',
  'month_figures',
  'month_fill_times',
  'officers',
  'organization_erasures',
  'organization_figures',
  'organizations',
  'past_figures',
  'past_fill_times',
  'payment_allocations',
  'payments',
  'problem_reports',
  'refunds',
  'request_notes',
  'revenue_figures',
  'sessions',
  'sign_in_attempts',
  'super_admin_users',
  'vendor_reads',
  'vendor_settings',
]
/** Reviewed SECURITY DEFINER functions. None: the context needs no rights the caller lacks. */
const reviewedDefiners: string[] = []

const tenantPolicy = '(organization_id = ( SELECT app.organization_id() AS organization_id))'

const checks: readonly {
  holes: string
  values?: (tables: { open: string[]; unrecorded: string[]; definers: string[]; across: string[] }) => unknown[]
}[] = [
  {
    // Every table must be a tenant table or be listed with a reason.
    holes: `select format('%s: a table without organization_id uuid not null', c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'
          and a.atttypid = 'uuid'::regtype and a.attnotnull)`,
    values: (t) => [t.open],
  },
  {
    holes: `select format('%s: row-level security is not enabled and forced', c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
        and not (c.relrowsecurity and c.relforcerowsecurity)`,
  },
  {
    holes: `select format('%s: the restrictive tenant policy is missing or not exact', c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
        and not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.policyname = 'tenant'
          and p.permissive = 'RESTRICTIVE' and p.cmd = 'ALL' and p.roles = '{${appRole}}' and p.qual = $2 and p.with_check = $2)`,
    values: (t) => [t.open, tenantPolicy],
  },
  {
    holes: `select format('%s: policy %s is always true', tablename, policyname) from pg_policies
      where schemaname = 'public' and (btrim(coalesce(qual, ''), '()') = 'true' or btrim(coalesce(with_check, ''), '()') = 'true')`,
  },
  {
    holes: `select format('%s: policy %s reads the context outside of (select ...)', tablename, policyname) from pg_policies
      where schemaname = 'public' and
        regexp_count(coalesce(qual, '') || coalesce(with_check, ''), '(app\\.\\w+\\(\\)|current_setting\\()') <>
        regexp_count(coalesce(qual, '') || coalesce(with_check, ''), 'SELECT app\\.\\w+\\(\\)')`,
  },
  {
    // Grants without a matching permissive policy, or rights that no one needs.
    holes: `select format('%s: grant %s to %s has no policy', g.table_name, g.privilege_type, g.grantee) from information_schema.role_table_grants g
      where g.table_schema = 'public' and g.grantee in ('${appRole}', '${vendorRole}', '${eraserRole}', 'PUBLIC') and not exists (
        select from pg_policies p where p.schemaname = 'public' and p.tablename = g.table_name and p.permissive = 'PERMISSIVE'
          and p.cmd in ('ALL', g.privilege_type) and p.roles = array[g.grantee::name])`,
  },
  {
    holes: `select format('%s: %s is granted to %s', table_name, privilege_type, grantee) from information_schema.role_table_grants
      where table_schema = 'public' and grantee in ('${appRole}', '${vendorRole}', '${eraserRole}', 'PUBLIC') and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN')`,
  },
  {
    holes: `select format('%s: %s on the audit is granted', table_name, privilege_type) from information_schema.role_table_grants
      where table_name in ('audit_entries', 'audit_seals', 'audit_seal_entries') and grantee <> (select tableowner from pg_tables where tablename = table_name limit 1)
        and privilege_type not in ('SELECT', 'INSERT') and (grantee, privilege_type) <> ('${eraserRole}', 'DELETE')`,
  },
  {
    holes: `select format('role %s: has rights beyond its own', rolname) from pg_roles where rolname in ('${appRole}', '${vendorRole}', '${eraserRole}')
      and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls
        or exists (select from pg_auth_members m where m.member = pg_roles.oid))
      union all select format('%s: owned by %s', c.relname, r.rolname) from pg_class c join pg_roles r on r.oid = c.relowner
        where r.rolname in ('${appRole}', '${vendorRole}', '${eraserRole}')
      union all select format('schema %s: %s may create in it', nspname, who) from pg_namespace, unnest(array['${appRole}', '${vendorRole}', '${eraserRole}']) who
        where has_schema_privilege(who, oid, 'CREATE') and nspname !~ '^pg_temp'`,
  },
  {
    // Policies must name a role: one that names none would also apply to the vendor and bypass tenant isolation.
    holes: `select format('%s: policy %s is for roles %s', tablename, policyname, roles::text) from pg_policies
      where schemaname = 'public' and roles <> '{${appRole}}' and roles <> '{${vendorRole}}' and roles <> '{${eraserRole}}'`,
  },
  {
    // The erasing role may only read, delete and count, and only while an organization is being erased. The two tables that this
    // check itself reads are limited to the id in scope.
    holes: `select format('%s: %s is granted to ${eraserRole}', g.table_name, g.privilege_type) from information_schema.role_table_grants g
      where g.table_schema = 'public' and g.grantee = '${eraserRole}' and g.privilege_type not in ('SELECT', 'DELETE')
      union all select format('%s.%s: UPDATE is granted to ${eraserRole}', table_name, column_name) from information_schema.role_column_grants
        where table_schema = 'public' and grantee = '${eraserRole}' and privilege_type not in ('SELECT', 'DELETE')
          and (table_name, column_name) not in (('organization_erasures', 'rows'), ('feature_requests', 'title'),
            ('feature_requests', 'description'), ('feature_requests', 'trial_data'))
      union all select format('%s: policy %s of ${eraserRole} does not ask whether it is being erased', tablename, policyname) from pg_policies
        where schemaname = 'public' and roles = '{${eraserRole}}' and qual not like '%app.erasing()%'
          and (tablename, cmd) not in (('organizations', 'SELECT'), ('super_admin_users', 'SELECT'))`,
  },
  {
    // The cross-organization role may only read reviewed columns, no secrets, and only as a super admin who states a reason.
    holes: `select format('%s: %s is granted to ${vendorRole}', g.table_name, g.privilege_type) from information_schema.role_table_grants g
      where g.table_schema = 'public' and g.grantee = '${vendorRole}'
        and g.privilege_type <> 'SELECT' and (g.table_name, g.privilege_type) <> ('vendor_reads', 'INSERT')
      union all select format('%s: %s may see it and it is not on the reviewed list', table_name, '${vendorRole}')
        from information_schema.role_column_grants where table_schema = 'public' and grantee = '${vendorRole}' and table_name <> all ($1)
        group by table_name
      union all select format('%s.%s: a secret is granted to ${vendorRole}', table_name, column_name) from information_schema.role_column_grants
        where table_schema = 'public' and grantee = '${vendorRole}' and (table_name, column_name) <> ('sessions', 'token_hash')
          and column_name ~ '(hash|secret|public_key|credential)'
      union all select format('%s: policy %s of ${vendorRole} asks for no reason', tablename, policyname) from pg_policies
        where schemaname = 'public' and roles = '{${vendorRole}}'
          and (coalesce(qual, with_check) not like '%app.reason()%' or coalesce(qual, with_check) not like '%''super_admin''%')`,
    values: (t) => [t.across],
  },
  {
    holes: `select format('%s: a view that is not security_invoker', relname) from pg_class
      where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}' or reloptions @> '{security_invoker=on}', false)
      union all select format('%s: a readable materialized view or foreign table', relname) from pg_class
        where relkind in ('m', 'f') and has_table_privilege('${appRole}', oid, 'SELECT')`,
  },
  {
    holes: `select format('function %s: SECURITY DEFINER and not on the reviewed list', p.proname) from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) and p.prosecdef and p.proname <> all ($1)
      union all select format('function %s: leakproof', p.proname) from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) and p.proleakproof
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select format('function %s: PUBLIC may run it', p.proname) from pg_proc p
        where p.pronamespace = 'app'::regnamespace and has_function_privilege('public', p.oid, 'EXECUTE')`,
    values: (t) => [t.definers],
  },
  {
    // A unique index without the tenant reveals whether another tenant has a value; a foreign key without it bypasses the fence.
    holes: `select format('%s: unique index %s does not carry organization_id', c.relname, i.indexrelid::regclass) from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique and c.relname <> all ($1) and not exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnum = any (i.indkey))
      union all select format('%s: foreign key %s does not carry organization_id', c.relname, k.conname) from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
        where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and f.relname <> all ($1) and not exists (
          select from unnest(k.conkey, k.confkey) as pair(here, there)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = pair.here and a.attname = 'organization_id'
          join pg_attribute b on b.attrelid = f.oid and b.attnum = pair.there and b.attname = 'organization_id')
      union all select format('%s: no index is led by organization_id', c.relname) from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1) and not exists (
          select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and a.attname = 'organization_id')`,
    values: (t) => [t.open],
  },
  {
    holes: `select format('%s: trigger keep_organization is missing', c.relname) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'keep_organization' and t.tgenabled = 'O')
      union all select format('%s: trigger record_change is missing', c.relname) from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($2)
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'record_change' and t.tgenabled = 'O')`,
    values: (t) => [t.open, t.unrecorded],
  },
  {
    holes: `select format('%s.%s: an enum column', c.relname, a.attname) from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and t.typtype = 'e' and not a.attisdropped
      union all select format('%s: a partition that can be reached by itself', c.relname) from pg_class c
        where c.relispartition and has_table_privilege('${appRole}', c.oid, 'SELECT')`,
  },
]

/** Lists every table, view, function, grant and policy that breaks the fence; empty if there are none. Runs as the owner. */
export const findHoles = async (client: pg.ClientBase | pg.Pool): Promise<string[]> => {
  const tables = { open: openTables, unrecorded, definers: reviewedDefiners, across: readAcross }
  const found: string[] = []
  for (const check of checks) {
    const { rows } = await client.query<{ format: string }>(check.holes, check.values?.(tables) ?? [])
    found.push(...rows.map((row) => row.format))
  }
  return found.sort()
}
