-- As before (0050), with two differences in the pokes. What sign-ups change about a shift has a topic of its own, so that screens need
-- not read the whole shift again. Changes to drafts are heard by admins only: their ids reach no officer.
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
  -- What sign-ups change about a post.
  counted constant text[] := array['confirmed_count', 'freed_at'];
  topic text := tg_argv[0];
  audience text := tg_argv[1];
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
  if topic = '' then return null; end if;
  if audience = 'officer' and row ->> tg_argv[3] is null then audience := 'admins'; end if;
  if tg_table_name = 'place_holds' or tg_table_name = 'posts' and tg_op = 'UPDATE'
     and to_jsonb(old) - counted = to_jsonb(new) - counted then
    topic := 'spots';
  elsif tg_table_name = 'assignments' then
    if coalesce(old_row ->> 'status', 'draft') = 'draft' and coalesce(new_row ->> 'status', 'draft') = 'draft' then
      audience := 'admins';
    end if;
  elsif tg_table_name = 'posts' and exists (select from assignments a where a.organization_id = organization
      and a.id = (row ->> 'assignment_id')::uuid and a.status = 'draft') then
    audience := 'admins';
  end if;
  insert into outbox (organization_id, topic, thing_id, officer_id, audience)
  values (organization, topic, (row ->> tg_argv[2])::uuid,
          case when tg_argv[3] <> '' then (row ->> tg_argv[3])::uuid end, audience);
  return null;
end $$;
