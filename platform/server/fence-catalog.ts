import { createHash } from 'node:crypto'
import type pg from 'pg'
import { appRole, eraserRole, vendorRole } from './roles.ts'

/** What the security of the database consists of: each thing by name, with a short hash of everything that was said about it. */
export type FenceCatalog = Map<string, string>

/** Extensions that give no one a way around the fence. Any other one is named. */
const harmless = ['plpgsql', 'pg_stat_statements', 'pgaudit', 'amcheck', 'pg_buffercache', 'pgstattuple', 'pg_prewarm']
/** Settings of a role or a database that an operator may tune. Any other one is part of the fence. */
const tuning =
  '^(log_|work_mem|maintenance_work_mem|effective_|random_page_cost|seq_page_cost|jit|auto_explain|pg_stat|plan_cache|enable_|max_parallel|temp_buffers|application_name|tcp_|idle_session_timeout|default_transaction_read_only|transaction_timeout|timezone$)'

const ground = `with
  o as (select nspowner as owner from pg_namespace where nspname = 'app'),
  ours as (select oid, rolname from pg_roles where rolname in ('${appRole}', '${vendorRole}', '${eraserRole}')),
  fine as (select oid from pg_roles where rolname = any ($1::text[])),
  owners as (select owner as oid from o union select 10::oid union select 'pg_database_owner'::regrole::oid),
  -- Schemas of anybody but PostgreSQL; temporary tables are seen by their session only.
  ns as (select n.*, n.nspname in ('public', 'app') as is_ours, n.nspname = any ($1::text[]) as is_fine,
      (select bool_or(has_schema_privilege(r.oid, n.oid, 'USAGE')) from ours r) as is_open
    from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'),
  extended as (select classid, objid from pg_depend where deptype = 'e'),
  mine as (select c.*, n.nspname || '.' || c.relname as name, n.is_ours from pg_class c join ns n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not exists (select from extended e where e.classid = 'pg_class'::regclass and e.objid = c.oid)
      and (not n.is_fine or (n.is_open and exists (select from ours r where has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
        or has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))))),
  routines as (select p.*, e.objid is not null as is_extended from pg_proc p left join extended e on e.classid = 'pg_proc'::regclass and e.objid = p.oid),
  users as (select r.* from pg_roles r where r.oid not in (select oid from owners) and r.oid not in (select oid from fine) and r.rolname !~ '^pg_'),
  -- Rights on PostgreSQL's own things and those of extensions, beyond the ones they came with.
  givens as (
    select 'function ' || p.oid::regprocedure as thing, a.grantee, a.privilege_type, i.initprivs from routines p
      cross join lateral aclexplode(p.proacl) a left join pg_init_privs i on i.classoid = 'pg_proc'::regclass and i.objoid = p.oid and i.objsubid = 0
      where p.is_extended or p.pronamespace not in (select oid from ns)
    union all
    select 'relation ' || c.oid::regclass, a.grantee, a.privilege_type, i.initprivs from pg_class c
      cross join lateral aclexplode(c.relacl) a left join pg_init_privs i on i.classoid = 'pg_class'::regclass and i.objoid = c.oid and i.objsubid = 0
      where c.oid not in (select oid from mine) and c.relnamespace not in (select oid from ns where is_fine)
        -- Views that only show what their reader may see anyway.
        and not (c.relnamespace = 'information_schema'::regnamespace and a.grantee = 0 and a.privilege_type = 'SELECT')
    union all
    select 'relation ' || t.attrelid::regclass || '.' || t.attname, a.grantee, a.privilege_type, i.initprivs from pg_attribute t
      cross join lateral aclexplode(t.attacl) a left join pg_init_privs i on i.classoid = 'pg_class'::regclass and i.objoid = t.attrelid and i.objsubid = t.attnum
      where t.attrelid not in (select oid from mine) and t.attrelid not in (select c.oid from pg_class c join ns n on n.oid = c.relnamespace where n.is_fine)
    union all
    select 'schema ' || n.nspname, a.grantee, a.privilege_type, i.initprivs from pg_namespace n
      cross join lateral aclexplode(n.nspacl) a left join pg_init_privs i on i.classoid = 'pg_namespace'::regclass and i.objoid = n.oid
      where n.oid not in (select oid from ns) and n.nspname !~ '^pg_temp'
    union all
    select 'setting ' || p.parname, a.grantee, a.privilege_type, null from pg_parameter_acl p cross join lateral aclexplode(p.paracl) a
    union all
    select 'language ' || l.lanname, a.grantee, a.privilege_type, i.initprivs from pg_language l cross join lateral aclexplode(l.lanacl) a
      left join pg_init_privs i on i.classoid = 'pg_language'::regclass and i.objoid = l.oid where not (l.lanpltrusted and a.grantee = 0)
    union all
    select 'large object ' || l.oid, a.grantee, a.privilege_type, null from pg_largeobject_metadata l cross join lateral aclexplode(l.lomacl) a
    union all
    select 'this database', a.grantee, a.privilege_type, null from pg_database d cross join lateral aclexplode(d.datacl) a
      where d.datname = current_database() and a.privilege_type = 'CREATE'
  )`

const who = (oid: string) =>
  `(case when ${oid} = 0 then 'public' when ${oid} in (select oid from owners) then 'owner' else pg_get_userbyid(${oid}) end)`
const rightsOf = (acl: string, owner: string) => `(select string_agg(g, ' ' order by g collate "C") from (select
    ${who('a.grantee')} || ':' || a.privilege_type || case when a.is_grantable then '*' else '' end as g
    from aclexplode(${acl}) a where a.grantee <> ${owner} and a.grantee not in (select oid from owners) and a.grantee not in (select oid from fine)) x)`
/** A thing of PostgreSQL's catalogs that nobody of ours made. */
const notOurs = (kind: string, catalog: string, name: string, where = 'true') =>
  `select '${kind} ' || ${name}, '' from ${catalog} x where ${where} and ${name} <> all ($1::text[])
    and not exists (select from extended e where e.classid = '${catalog}'::regclass and e.objid = x.oid)`

const things: readonly string[] = [
  // Schemas, tables, views, sequences and their rights.
  `select 'schema ' || n.nspname, concat_ws('|', ${who('n.nspowner')}, ${rightsOf('n.nspacl', 'n.nspowner')}) from ns n
    where not exists (select from extended e where e.classid = 'pg_namespace'::regclass and e.objid = n.oid) and (not n.is_fine or n.is_open)`,
  `select 'relation ' || c.name, concat_ws('|', c.relkind, ${who('c.relowner')}, c.relrowsecurity, c.relforcerowsecurity, c.relpersistence,
      case when c.relkind = 'v' then c.reloptions::text end, case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
      (select string_agg(i.inhparent::regclass::text, ' ' order by i.inhseqno) from pg_inherits i where i.inhrelid = c.oid))
    from mine c`,
  `select 'rights of ' || g.grantee || ' on ' || g.name, string_agg(g.right_, ' ' order by g.right_ collate "C") from (
      select c.name, ${who('a.grantee')} as grantee, a.privilege_type || case when a.is_grantable then '*' else '' end as right_
        from mine c cross join lateral aclexplode(c.relacl) a where a.grantee <> c.relowner and a.grantee not in (select oid from fine)
      union all
      select c.name, ${who('a.grantee')}, a.privilege_type || case when a.is_grantable then '*' else '' end || '(' || t.attname || ')'
        from mine c join pg_attribute t on t.attrelid = c.oid cross join lateral aclexplode(t.attacl) a
        where not t.attisdropped and a.grantee <> c.relowner and a.grantee not in (select oid from fine)) g
    where g.grantee <> 'owner' group by g.grantee, g.name`,
  `select 'columns of ' || c.name, string_agg(concat_ws(' ', t.attname, format_type(t.atttypid, t.atttypmod), t.attnotnull, t.attidentity::text,
      t.attgenerated::text, pg_get_expr(d.adbin, d.adrelid)), ',' order by t.attname collate "C")
    from mine c join pg_attribute t on t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = t.attnum where c.relkind <> 'S' group by c.name`,
  `select 'constraints of ' || c.name, string_agg(concat_ws(' ', k.conname, pg_get_constraintdef(k.oid), k.convalidated), ',' order by k.conname collate "C")
    from mine c join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n' group by c.name`,
  `select 'unique and computed indexes of ' || c.name, string_agg(concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisready), ','
      order by n.relname collate "C")
    from mine c join pg_index i on i.indrelid = c.oid join pg_class n on n.oid = i.indexrelid
    where (i.indisunique or i.indexprs is not null or i.indpred is not null) and n.relname !~ '_cc(new|old)[0-9]*$' group by c.name`,
  // Policies, triggers, rules.
  `select 'policy ' || p.polname || ' on ' || c.name, concat_ws('|', p.polcmd, p.polpermissive,
      (select string_agg(${who('r')}, ' ' order by ${who('r')}) from unnest(p.polroles) r),
      'using ' || pg_get_expr(p.polqual, p.polrelid), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p join mine c on c.oid = p.polrelid`,
  `select 'trigger ' || t.tgname || ' on ' || c.name, concat_ws('|', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join mine c on c.oid = t.tgrelid where not t.tgisinternal`,
  `select 'disabled constraint trigger on ' || c.name, string_agg(t.tgenabled::text, '') from pg_trigger t join mine c on c.oid = t.tgrelid
    where t.tgisinternal and t.tgenabled <> 'O' group by c.name`,
  `select 'rule ' || r.rulename || ' on ' || c.name, pg_get_ruledef(r.oid) from pg_rewrite r join mine c on c.oid = r.ev_class where r.rulename <> '_RETURN'`,
  // Functions, wherever they are.
  `select 'function ' || p.oid::regprocedure, concat_ws('|', p.prokind, ${who('p.proowner')}, l.lanname, p.prosecdef, p.proleakproof, p.proisstrict, p.provolatile,
      p.proparallel, p.proretset, p.prosupport::text, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), p.proconfig::text,
      p.probin, p.prosrc, pg_get_function_sqlbody(p.oid), coalesce(${rightsOf('p.proacl', 'p.proowner')}, case when p.proacl is null then 'everybody' end))
    from routines p join pg_language l on l.oid = p.prolang join ns n on n.oid = p.pronamespace
    where not p.is_extended and (not n.is_fine or (n.is_open and exists (select from ours r where has_function_privilege(r.oid, p.oid, 'EXECUTE'))))`,
  `select 'definer function ' || p.oid::regprocedure, '' from routines p where p.prosecdef and (p.is_extended or p.pronamespace not in (select oid from ns))
    and not exists (select from pg_depend d join pg_extension e on e.oid = d.refobjid where d.classid = 'pg_proc'::regclass and d.objid = p.oid
      and d.deptype = 'e' and e.extname = any ($2::text[]))`,
  `select 'function in pg_catalog ' || p.oid::regprocedure, '' from routines p where p.pronamespace = 'pg_catalog'::regnamespace and p.oid >= 16384 and not p.is_extended`,
  // Roles: exactly ours, and no others that can bypass the fence.
  `select 'role ' || r.rolname, concat_ws('|', s.rolsuper, s.rolinherit, s.rolcreaterole, s.rolcreatedb, s.rolcanlogin, s.rolreplication, s.rolbypassrls,
      s.rolconnlimit, s.rolvaliduntil) from ours r join pg_roles s on s.oid = r.oid`,
  `select 'role ' || r.rolname || ' that passes row-level security', '' from users r
    where r.oid not in (select oid from ours) and (r.rolsuper or r.rolbypassrls or r.rolreplication)`,
  `select 'membership of ' || pg_get_userbyid(m.member) || ' in ' || pg_get_userbyid(m.roleid), '' from pg_auth_members m join pg_roles g on g.oid = m.roleid
    where m.member not in (select oid from owners) and m.member not in (select oid from fine)
      and not exists (select from pg_roles u where u.oid = m.member and (u.rolsuper or u.rolname ~ '^pg_'))
      and (m.member in (select oid from ours) or m.roleid in (select oid from ours) or m.roleid in (select oid from owners) or g.rolsuper or g.rolbypassrls
        or g.rolreplication or g.rolname ~ '^pg_(read_all_data|write_all_data|maintain|read_server_files|write_server_files|execute_server_program|create_subscription)$')`,
  `select 'setting ' || split_part(v, '=', 1) || ' of ' || case s.setrole when 0 then 'every role' else ${who('s.setrole')} end
      || case when s.setdatabase = 0 then '' else ' in this database' end, v
    from pg_db_role_setting s cross join lateral unnest(s.setconfig) v
    where (s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database()))
      and (s.setrole in (select oid from ours) or s.setrole = 0 or s.setrole = (select owner from o))
      and (split_part(v, '=', 1) !~* '${tuning}' or (s.setrole in (select oid from ours) and s.setdatabase = 0 and v ~* '^timezone='))`,
  `select 'server setting ' || name, setting from pg_settings where name in ('row_security', 'session_replication_role', 'allow_system_table_mods',
      'standard_conforming_strings', 'transform_null_equals', 'check_function_bodies')
    and setting <> case when name in ('row_security', 'standard_conforming_strings', 'check_function_bodies') then 'on'
      when name = 'session_replication_role' then 'origin' else 'off' end`,
  `select 'ownership by ' || r.rolname || ' of ' || pg_describe_object(s.classid, s.objid, s.objsubid), '' from pg_shdepend s join ours r on r.oid = s.refobjid
    where s.deptype = 'o' and (s.dbid = 0 or s.dbid = (select oid from pg_database where datname = current_database()))
      and not (s.classid = 'pg_class'::regclass and exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.oid = s.objid and n.nspname ~ '^pg_(temp|toast)'))`,
  `select 'default rights ' || ${who('d.defaclrole')} || ' gives on new objects of kind ' || d.defaclobjtype::text || coalesce(' in ' || d.defaclnamespace::regnamespace, ''),
      d.defaclacl::text from pg_default_acl d
    where exists (select from aclexplode(d.defaclacl) a where a.grantee not in (select oid from owners) and a.grantee not in (select oid from fine))`,
  `select 'right ' || g.privilege_type || ' of ' || ${who('g.grantee')} || ' on ' || g.thing, '' from givens g
    where (g.grantee = 0 or g.grantee in (select oid from ours))
      and not exists (select from aclexplode(g.initprivs) i where i.grantee = g.grantee and i.privilege_type = g.privilege_type)`,
  // What runs code, shadows names or carries rows away.
  `select 'extension ' || e.extname, n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname <> all ($2::text[]) and e.extname <> all ($1::text[])`,
  notOurs('event trigger', 'pg_event_trigger', 'x.evtname'),
  notOurs('publication', 'pg_publication', 'x.pubname'),
  notOurs('foreign server', 'pg_foreign_server', 'x.srvname'),
  notOurs('foreign data wrapper', 'pg_foreign_data_wrapper', 'x.fdwname'),
  notOurs(
    'language',
    'pg_language',
    'x.lanname',
    `(x.oid >= 16384 or x.lanpltrusted <> (x.lanname in ('sql', 'plpgsql')))`,
  ),
  notOurs('cast', 'pg_cast', `x.castsource::regtype || ' as ' || x.casttarget::regtype`, 'x.oid >= 16384'),
  notOurs('operator', 'pg_operator', 'x.oid::regoperator::text', 'x.oid >= 16384'),
  notOurs('conversion', 'pg_conversion', 'x.conname', 'x.oid >= 16384'),
  notOurs(
    'type',
    'pg_type',
    'x.oid::regtype::text',
    `x.typnamespace in (select oid from ns where not is_fine) and (x.typtype in ('d', 'e', 'r', 'm')
      or (x.typtype = 'b' and x.typcategory <> 'A') or (x.typtype = 'c' and exists (select from pg_class c where c.oid = x.typrelid and c.relkind = 'c')))`,
  ),
]

const query = `${ground}\nselect t.thing, t.said from (${things
  .map((select) => `select thing::text, said::text from (${select}) s (thing, said)`)
  .join('\nunion all\n')}) t order by t.thing collate "C", t.said collate "C"`

const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/**
 * Reads the catalog in the transaction of `client`, as the owner. `allowed` names the operator's own roles, schemas, extensions and
 * publications, which are left out as far as they don't reach the application's roles.
 */
export const readFenceCatalog = async (client: pg.ClientBase, allowed: readonly string[]): Promise<FenceCatalog> => {
  // Without a search path, every name is written out in full.
  await client.query(`select set_config('search_path', '', true)`)
  const { rows } = await client.query<{ thing: string; said: string | null }>(query, [allowed, harmless])
  const said = new Map<string, string>()
  for (const row of rows) said.set(row.thing, `${said.get(row.thing) ?? ''}${row.said ?? ''}\n`)
  return new Map([...said].map(([thing, text]) => [thing, short(text)]))
}

/** The differences, in words that name the thing. */
export const compareFences = (expected: FenceCatalog, found: FenceCatalog): string[] =>
  [
    ...[...expected].flatMap(([thing, hash]) => {
      const now = found.get(thing)
      return now === hash ? [] : [`${thing} ${now === undefined ? 'is missing' : 'was changed'}`]
    }),
    ...[...found.keys()].flatMap((thing) => (expected.has(thing) ? [] : [`${thing} is not part of this version`])),
  ].sort()
