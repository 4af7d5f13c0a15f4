import type pg from 'pg'

/** One table according to PostgreSQL's catalog; all lists are in output order. */
export type Table = {
  name: string
  columns: string[]
  constraints: { name: string; definition: string; references: string | null; columns: string[] }[]
  indexes: string[]
  secured: boolean
  forced: boolean
  policies: string[]
  triggers: { definition: string; function: string }[]
  grants: string[]
}

export type Routine = { name: string; definition: string; grants: string[] }

export type Catalog = { extensions: string[]; tables: Table[]; routines: Routine[] }

const grantee = `case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end`

const tablesQuery = `
  select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    array(select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end,
        case when a.attidentity <> '' then 'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
          when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          when a.attgenerated = 'v' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') virtual'
          else 'default ' || pg_get_expr(d.adbin, d.adrelid) end)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
    (select coalesce(json_agg(json_build_object('name', quote_ident(k.conname), 'definition', pg_get_constraintdef(k.oid, true),
        'references', (select relname from pg_class where oid = nullif(k.confrelid, 0)),
        'columns', array(select a.attname from unnest(k.conkey) with ordinality n(key, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.key order by n.place))
        order by array_position('{p,u,x,c,f}', k.contype::text), k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'c', 'f')) as constraints,
    array(select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class n on n.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = c.oid)
      order by n.relname) as indexes,
    array(select concat_ws(' ', 'create policy', quote_ident(p.policyname), 'on', quote_ident(c.relname),
        case p.permissive when 'RESTRICTIVE' then 'as restrictive' end, 'for', lower(p.cmd), 'to', array_to_string(p.roles, ', ')
        ) || coalesce(E'\\n  using (' || p.qual || ')', '') || coalesce(E'\\n  with check (' || p.with_check || ')', '')
      from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
      order by p.permissive desc, p.policyname) as policies,
    (select coalesce(json_agg(json_build_object(
        'definition', pg_get_triggerdef(t.oid, true) || case t.tgenabled when 'O' then '' else ' -- enabled: ' || t.tgenabled::text end,
        'function', t.tgfoid::regprocedure::text) order by t.tgname), '[]')
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    array(select 'grant ' || string_agg(lower(privilege) || columns, ', ' order by privilege) || ' on ' || quote_ident(c.relname) || ' to ' || who
      from (select ${grantee} as who, a.privilege_type as privilege, '' as columns
          from aclexplode(c.relacl) a where a.grantee <> c.relowner
        union all
        select ${grantee}, a.privilege_type, ' (' || string_agg(quote_ident(t.attname), ', ' order by t.attnum) || ')'
          from pg_attribute t cross join aclexplode(t.attacl) a
          where t.attrelid = c.oid and t.attnum > 0 and not t.attisdropped group by 1, 2) g
      group by who order by who) as grants
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`

const routinesQuery = `
  select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition,
    case when p.proacl is null then '{}'::text[] else array_remove(array[
      case when not exists (select from aclexplode(p.proacl) a where a.grantee = 0)
        then 'revoke execute on ' || kind || ' ' || p.oid::regprocedure || ' from public' end,
      (select 'grant execute on ' || kind || ' ' || p.oid::regprocedure || ' to ' || string_agg(${grantee}, ', ' order by ${grantee})
        from aclexplode(p.proacl) a where a.grantee not in (0, p.proowner))], null) end as grants
  from pg_proc p cross join lateral (select case p.prokind when 'p' then 'procedure' else 'function' end as kind) k
  where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.oid::regprocedure::text collate "C"`

/** Objects of kinds the queries above do not cover. */
const strangersQuery = `
  select 'relation ' || c.oid::regclass as what from pg_class c
    where c.relnamespace in ('app'::regnamespace, 'public'::regnamespace) and c.relkind not in ('r', 'i', 't')
      and not (c.relkind = 'S' and exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i'))
  union all
  select 'type ' || t.oid::regtype from pg_type t
    where t.typnamespace in ('app'::regnamespace, 'public'::regnamespace) and t.typtype in ('e', 'd', 'r')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`

/** Reads every table and function of the schemas `public` and `app`. Throws on objects it cannot describe. */
export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  await client.query(`set search_path = public`)
  const strangers = await client.query<{ what: string }>(strangersQuery)
  if (strangers.rows.length > 0) throw new Error(`tools/schema-catalog.ts cannot describe ${strangers.rows[0]?.what}`)
  const extensions = await client.query<{ extname: string }>(
    `select extname from pg_extension where extname <> 'plpgsql' order by 1`,
  )
  const tables = await client.query<Table>(tablesQuery)
  const routines = await client.query<Routine>(routinesQuery)
  return { extensions: extensions.rows.map((row) => row.extname), tables: tables.rows, routines: routines.rows }
}
