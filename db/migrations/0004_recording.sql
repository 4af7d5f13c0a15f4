-- What every write leaves behind: an audit row, a poke, the answer to its idempotency key.
create table audit_entries (
  organization_id uuid not null references organizations (id),
  id bigint generated always as identity,
  at timestamptz not null default now(),
  request_id uuid,
  action text not null,
  actor_user_id uuid,
  actor_officer_id uuid,
  actor_role text not null,
  thing_type text not null,
  thing_id uuid,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  primary key (organization_id, id)
);
create index on audit_entries (organization_id, thing_type, thing_id, id);
create index on audit_entries (organization_id, at);

create table idempotency_keys (
  organization_id uuid not null references organizations (id),
  scope text not null,
  call text not null,
  key text not null check (length(key) between 8 and 100),
  body_hash bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  primary key (organization_id, scope, call, key)
);
create index on idempotency_keys (organization_id, created_at);

-- What changed, for streams and sweeps: ids only. Readers take what became visible between two snapshots.
create table outbox (
  organization_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  thing_id uuid,
  officer_id uuid,
  audience text not null check (audience in ('all', 'officer', 'admins', 'user', 'system')),
  at timestamptz not null default clock_timestamp()
);
create index on outbox (xid);
create index on outbox (at);

-- record_change(topic, audience, id_column, officer_column, hidden columns, quiet columns, unaudited operations)
--   hidden: never shown in the audit; quiet: a change of these alone is derived, it pokes but leaves no audit row.
--   topic '' pokes nothing; officer_column '' names nobody.
create function app.record_change() returns trigger language plpgsql as $$
declare
  hidden text[] := string_to_array(tg_argv[4], ',');
  quiet text[] := string_to_array(tg_argv[5], ',');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  row jsonb := coalesce(new_row, old_row);
  organization uuid := coalesce((row ->> 'organization_id')::uuid, app.organization_id(),
    '00000000-0000-0000-0000-000000000000');
begin
  if tg_table_name = 'organizations' then organization := (row ->> 'id')::uuid; end if;
  if tg_op = 'UPDATE' and to_jsonb(old) = to_jsonb(new) then return null; end if;
  if tg_op <> all (string_to_array(tg_argv[6], ','))
     and (tg_op <> 'UPDATE' or to_jsonb(old) - quiet <> to_jsonb(new) - quiet) then
    insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_officer_id, actor_role,
                               thing_type, thing_id, before, after, ip, user_agent)
    values (organization, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'),
            app.user_id(), app.officer_id(), app.role(), tg_table_name, (row ->> 'id')::uuid, old_row, new_row,
            nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
  end if;
  if tg_argv[0] <> '' then
    insert into outbox (organization_id, topic, thing_id, officer_id, audience)
    values (organization, tg_argv[0], (row ->> tg_argv[2])::uuid,
            case when tg_argv[3] <> '' then (row ->> tg_argv[3])::uuid end,
            case when tg_argv[1] = 'officer' and row ->> tg_argv[3] is null then 'admins' else tg_argv[1] end);
  end if;
  return null;
end $$;
