-- What the vendor's staff does in a department with a reason, invitations that are taken back, and who may take the second step of
-- an erasure.

-- A mailed link that was taken back opens nothing any more, whoever has it.
alter table account_links
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid references accounts (id),
  add check ((withdrawn_at is null) = (withdrawn_by is null)),
  add check (withdrawn_at is null or used_at is null);
create index on account_links (organization_id, officer_id) where used_at is null and withdrawn_at is null;
create function app.guard_withdrawn() returns trigger language plpgsql as $$
begin
  raise exception 'not_allowed' using errcode = '42501';
end $$;
create trigger guard_withdrawn before update on account_links
  for each row when (old.withdrawn_at is not null) execute function app.guard_withdrawn();

-- When the vendor sent the person a link to set a new password: the department's audit has it.
alter table memberships add column reset_sent_at timestamptz;

-- What the vendor's staff did in a department, read by its admins.
create index on audit_entries (organization_id, id) where actor_role = 'super_admin';

-- record_change as in 0038; what a super admin does in a department carries the reason that was given for it.
create or replace function app.record_change() returns trigger language plpgsql as $$
declare
  hidden text[] := string_to_array(tg_argv[4], ',');
  quiet text[] := string_to_array(tg_argv[5], ',');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  row jsonb := coalesce(new_row, old_row);
  vendor constant uuid := '00000000-0000-0000-0000-000000000000';
  kept text := current_setting('app.organization_id', true);
  organization uuid := coalesce((row ->> 'organization_id')::uuid, app.organization_id(), vendor);
  stated jsonb := '{}';
begin
  if tg_table_name = 'organizations' then organization := (row ->> 'id')::uuid; end if;
  if tg_op = 'UPDATE' and to_jsonb(old) = to_jsonb(new) then return null; end if;
  if tg_op <> all (string_to_array(tg_argv[6], ','))
     and (tg_op <> 'UPDATE' or to_jsonb(old) - quiet <> to_jsonb(new) - quiet) then
    if organization <> vendor and app.acting_role() = 'super_admin'
       and coalesce(current_setting('app.stated_reason', true), '') <> '' then
      stated := jsonb_build_object('vendor_reason', current_setting('app.stated_reason', true));
    end if;
    insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_officer_id, actor_role,
                               thing_type, thing_id, before, after, ip, user_agent)
    values (organization, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'),
            app.user_id(), app.officer_id(), app.acting_role(), tg_table_name, (row ->> 'id')::uuid, old_row, new_row || stated,
            nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
    -- What the vendor's staff does in a department stands in the vendor's own log too, without what the department holds.
    if organization <> vendor and (app.acting_role() in ('super_admin', 'support') or tg_table_name = 'support_accesses') then
      perform set_config('app.organization_id', vendor::text, true);
      insert into audit_entries (organization_id, request_id, action, actor_user_id, actor_role, thing_type, thing_id, after, ip,
                                 user_agent)
      values (vendor, app.request_id(), coalesce(nullif(current_setting('app.call', true), ''), 'direct'), app.user_id(),
              app.acting_role(), tg_table_name, (row ->> 'id')::uuid,
              case when tg_table_name = 'support_accesses' then row else
                jsonb_build_object('organization_id', organization, 'support_access_id', app.support()) || stated end,
              nullif(current_setting('app.ip', true), ''), nullif(current_setting('app.agent', true), ''));
      perform set_config('app.organization_id', coalesce(kept, ''), true);
    end if;
  end if;
  if tg_argv[0] <> '' then
    insert into outbox (organization_id, topic, thing_id, officer_id, audience)
    values (organization, tg_argv[0], (row ->> tg_argv[2])::uuid,
            case when tg_argv[3] <> '' then (row ->> tg_argv[3])::uuid end,
            case when tg_argv[1] = 'officer' and row ->> tg_argv[3] is null then 'admins' else tg_argv[1] end);
  end if;
  return null;
end $$;

-- The fence, laid behind every migration, is forced again there.
alter table super_admin_users no force row level security;
alter table organization_erasures no force row level security;

-- Since when somebody is of the vendor's staff without a break: active, and the invitation taken. Nobody writes it but this.
alter table super_admin_users add column active_since timestamptz;
update super_admin_users set active_since = created_at where active and account_id is not null;
create function app.note_active_since() returns trigger language plpgsql as $$
begin
  new.active_since := case
    when not new.active or new.account_id is null then null
    when tg_op = 'UPDATE' and old.active and old.account_id is not distinct from new.account_id then old.active_since
    else clock_timestamp() end;
  return new;
end $$;
create trigger note_active_since before insert or update on super_admin_users
  for each row execute function app.note_active_since();

-- Whether there was nobody else when the deletion was asked for: that one alone may take both steps.
alter table organization_erasures add column asked_alone boolean not null default false;
update organization_erasures e set asked_alone = not exists (select from super_admin_users u
    where u.active and u.account_id is not null and u.account_id <> e.asked_by)
  where e.confirmed_at is null and e.called_off_at is null;
create function app.note_asked_alone() returns trigger language plpgsql as $$
begin
  new.asked_alone := not exists (select from super_admin_users u
    where u.active and u.account_id is not null and u.account_id <> new.asked_by);
  return new;
end $$;
create trigger note_asked_alone before insert on organization_erasures
  for each row execute function app.note_asked_alone();

-- Whether this account may take the second step of a deletion: on the staff without a break since it was asked for, and another.
create function app.may_confirm_erasure(account uuid, asked_by uuid, asked_at timestamptz, asked_alone boolean) returns boolean
language sql stable as $$
  select case when account = asked_by then asked_alone else exists (select from super_admin_users u
    where u.account_id = account and u.active and u.active_since <= asked_at) end
$$;

-- As in 0037, and who confirms.
create or replace function app.guard_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.finished_at is not null
     or (new.subject_id, new.subject_name, new.subject_subdomain, new.state_before, new.reason, new.asked_by,
       new.asked_by_name, new.asked_at, new.erase_after, new.asked_alone)
       <> (old.subject_id, old.subject_name, old.subject_subdomain, old.state_before, old.reason, old.asked_by,
       old.asked_by_name, old.asked_at, old.erase_after, old.asked_alone)
     or old.called_off_at is not null or old.confirmed_at is not null and (new.confirmed_at, new.confirmed_by)
       is distinct from (old.confirmed_at, old.confirmed_by)
     or old.begun_at is not null and (new.begun_at, new.seal_number, new.seal_digest)
       is distinct from (old.begun_at, old.seal_number, old.seal_digest) then
    raise exception 'a certificate is written once' using errcode = '42501';
  end if;
  if old.confirmed_at is null and new.confirmed_at is not null
     and not app.may_confirm_erasure(new.confirmed_by, old.asked_by, old.asked_at, old.asked_alone) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
