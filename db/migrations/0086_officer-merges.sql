-- An account and its roster row made one person: what was moved, and both rows as they were, so that it can be undone.
create table officer_merges (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- The row that is gone since; no foreign key.
  from_id uuid not null,
  into_id uuid not null,
  -- `claim`: a registration that waited for approval; `merge`: two approved rows.
  kind text not null check (kind in ('claim', 'merge')),
  from_name text not null,
  from_row jsonb not null,
  into_row jsonb not null,
  -- [{ "table", "column", "keys": [...] }]: the rows that changed hands.
  moved jsonb not null,
  -- { table: [row, ...] }: rows of which each side had one, and one can stay.
  set_aside jsonb not null,
  made_by uuid not null,
  made_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  primary key (organization_id, id),
  check ((undone_by is null) = (undone_at is null)),
  foreign key (organization_id, into_id) references officers (organization_id, id),
  foreign key (organization_id, made_by) references officers (organization_id, id),
  foreign key (organization_id, undone_by) references officers (organization_id, id)
);
create unique index officer_merges_from on officer_merges (organization_id, from_id) where undone_at is null;
create index officer_merges_into on officer_merges (organization_id, into_id, made_at desc, id);

-- The two rows that this transaction merges, or takes apart again.
create function app.merging() returns uuid[] language sql stable as
  $$ select string_to_array(nullif(current_setting('app.merging', true), ''), ',')::uuid[] $$;

-- Every column that names an officer, with the key of its table: a new table is here by its foreign key. Two stay: receipts of
-- awards are sealed with the ids in them, and the force list is kept by a trigger on officers.
create function app.officer_columns() returns table (in_table text, in_column text, keys text[], by_signup boolean)
language sql stable as $$
  select c.relname::text, a.attname::text,
    array(select p.attname::text from pg_index i join pg_attribute p on p.attrelid = i.indrelid and p.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary and p.attname <> 'organization_id' order by p.attnum),
    a.attname = 'officer_id' and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'signup_id')
  from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'organization_id'
  where k.contype = 'f' and k.confrelid = 'public.officers'::regclass and c.relname not in ('award_receipts', 'force_members')
  order by 1, 2
$$;

-- Moves every row that names one officer to the other, and answers what it moved.
create function app.move_officer(from_id uuid, to_id uuid) returns jsonb language plpgsql as $$
declare
  c record;
  keys jsonb;
  moved jsonb := '[]';
begin
  for c in select * from app.officer_columns() loop
    execute format('with m as (update public.%1$I t set %2$I = $2
        where t.organization_id = (select app.organization_id()) and t.%2$I = $1 returning jsonb_build_object(%3$s) as k)
      select jsonb_agg(k) from m', c.in_table, c.in_column,
      (select string_agg(format('%L, t.%I', k, k), ', ') from unnest(c.keys) k)) into keys using from_id, to_id;
    if keys is not null then
      moved := moved || jsonb_build_array(jsonb_build_object('table', c.in_table, 'column', c.in_column, 'keys', keys));
    end if;
  end loop;
  return moved;
end $$;

-- The listed rows back to where they came from, and with each signup what was written for it since.
create function app.move_officer_back(moved jsonb, from_id uuid, to_id uuid) returns void language plpgsql as $$
declare
  c record;
begin
  for c in select o.*, m.value -> 'keys' as listed from app.officer_columns() o
      left join jsonb_array_elements(moved) m on m.value ->> 'table' = o.in_table and m.value ->> 'column' = o.in_column
      order by o.by_signup, o.in_table, o.in_column loop
    if c.listed is not null then
      execute format('update public.%1$I t set %2$I = $2 where t.organization_id = (select app.organization_id())
          and t.%2$I = $1 and jsonb_build_object(%3$s) in (select jsonb_array_elements($3))', c.in_table, c.in_column,
        (select string_agg(format('%L, t.%I', k, k), ', ') from unnest(c.keys) k)) using from_id, to_id, c.listed;
    end if;
    if c.by_signup then
      execute format('update public.%1$I t set officer_id = $2 where t.organization_id = (select app.organization_id())
          and t.officer_id = $1 and t.signup_id in (select s.id from officer_assignments s
            where s.organization_id = (select app.organization_id()) and s.officer_id = $2)', c.in_table) using from_id, to_id;
    end if;
  end loop;
end $$;

-- Of settings, accepted notices, reminders, answers to calls and drafts of plans one row an officer can stay: the row of the one
-- who goes is taken out whole, and answered.
create function app.set_officer_aside(from_id uuid, to_id uuid) returns jsonb language plpgsql as $$
declare
  c record;
  rows jsonb;
  aside jsonb := '{}';
begin
  for c in select * from (values ('notification_settings', '{}'::text[]), ('notice_acceptances', '{version}'),
      ('reminders', '{assignment_id,kind,starts_at}'), ('order_asked', '{call_id}'),
      ('fill_plan_lines', '{plan_id,post_id}')) v (in_table, same) loop
    execute format('with d as (delete from public.%1$I t where t.organization_id = (select app.organization_id())
        and t.officer_id = $1 and exists (select from public.%1$I o where o.organization_id = t.organization_id
          and o.officer_id = $2 %2$s) returning to_jsonb(t) as r) select jsonb_agg(r) from d', c.in_table,
      (select string_agg(format('and o.%1$I is not distinct from t.%1$I', s), ' ') from unnest(c.same) s))
      into rows using from_id, to_id;
    if rows is not null then aside := aside || jsonb_build_object(c.in_table, rows); end if;
  end loop;
  return aside;
end $$;
create function app.put_officer_back(aside jsonb) returns void language plpgsql as $$
declare
  c record;
begin
  for c in select key, value from jsonb_each(aside) loop
    -- Reminders and drafts of plans are pruned with what they belong to; the rest always has it still.
    execute format('insert into public.%1$I select n.* from jsonb_populate_recordset(null::public.%1$I, $1) n
      on conflict do nothing', c.key) using c.value;
  end loop;
end $$;

-- A membership follows its account to another row of the same department, with what it knows of locks and factors.
create or replace function app.keep_memberships() returns trigger language plpgsql as $$
declare
  now_standing constant text := case when new.rejected_at is not null then 'rejected' when new.suspended_at is not null then
    'suspended' when new.approved then 'approved' else 'pending' end;
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id and old.user_id is not null then
    delete from memberships where organization_id = old.organization_id and account_id = old.user_id;
  end if;
  if new.user_id is null then return null; end if;
  insert into memberships (account_id, organization_id, officer_id, role, standing, left_on)
    values (new.user_id, new.organization_id, new.id, new.role, now_standing, new.left_on) on conflict do nothing;
  update memberships m set role = new.role, standing = now_standing, left_on = new.left_on
    where m.organization_id = new.organization_id and m.account_id = new.user_id
      and (m.role, m.standing, m.left_on) is distinct from (new.role, now_standing, new.left_on);
  update memberships m set officer_id = new.id
    where m.organization_id = new.organization_id and m.account_id = new.user_id and m.officer_id <> new.id;
  return null;
end $$;
