-- The version before goes on serving: everything does what it did, with less work.
-- What the triggers of a sign-up did over and over within one statement (docs/decisions/0311).

-- A series as long as the change was planned anew each time: the planner takes its length from the parameters. The change is one.
create or replace function app.recount_post(organization uuid, which uuid, change integer, freed boolean, at timestamptz)
returns posts language plpgsql as $$
declare
  post posts;
  was integer;
begin
  select * into post from posts where organization_id = organization and id = which for no key update;
  if post.id is null then return null; end if;
  was := post.confirmed_count;
  if post.split_minutes is null then post.confirmed_count := was + change;
  elsif change <> 0 then post.confirmed_count := app.places_covered(post); end if;
  -- Who takes a place away while others wait leaves it to them: the job that passes it on is woken.
  freed := freed and exists (select from place_holds h where h.organization_id = organization and h.post_id = which
    and h.kind = 'waiting');
  if freed or post.confirmed_count <> was then
    update posts set confirmed_count = post.confirmed_count, freed_at = case when freed then now() else freed_at end
      where organization_id = organization and id = which;
  end if;
  if freed then insert into outbox (organization_id, topic, audience) values (organization, 'place_freed', 'system'); end if;
  for i in 1 .. abs(post.confirmed_count - was) loop
    insert into place_events (organization_id, assignment_id, at, delta)
      values (organization, post.assignment_id, at, sign(post.confirmed_count - was));
  end loop;
  return post;
end $$;

-- In PL/pgSQL, because it stands in a check of the audit: a function in SQL is parsed and planned into the check for every entry,
-- also for those that it does not concern.
create or replace function app.about_of(thing_type text, held jsonb) returns uuid language plpgsql immutable as $$
begin
  return nullif(held ->> case thing_type when 'organization_erasures' then 'subject_id' else 'organization_id' end,
    '00000000-0000-0000-0000-000000000000')::uuid;
end $$;

-- The same in the condition of a trigger: it asks the setting, not `app.support()`.
do $$
declare
  t text;
begin
  foreach t in array array['officer_assignments', 'attendance', 'attendance_gaps', 'overtime_requests', 'exports', 'accounts',
      'account_links', 'factors', 'recovery_codes', 'sign_in_attempts'] loop
    execute format('create or replace trigger guard_support before insert or update or delete on %I for each row
      when (current_setting(''app.support'', true) <> '''') execute function app.guard_against_support()', t);
  end loop;
end $$;

-- As before, but a row becomes JSON once, not up to four times.
create or replace function app.record_change() returns trigger language plpgsql as $$
declare
  hidden text[] := string_to_array(tg_argv[4], ',');
  whole_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  whole_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_row jsonb := whole_old - hidden;
  new_row jsonb := whole_new - hidden;
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
  if tg_op = 'UPDATE' and whole_old = whole_new then return null; end if;
  if tg_op <> all (string_to_array(tg_argv[6], ','))
     and (tg_op <> 'UPDATE' or tg_argv[5] = ''
       or whole_old - string_to_array(tg_argv[5], ',') <> whole_new - string_to_array(tg_argv[5], ',')) then
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
     and whole_old - counted = whole_new - counted then
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

-- Whether what a notification asked of its officer is still open, about a shift that has not started. A type that is not here is a
-- mistake: `features/department/notifications/rules.lines.ts` names them.
create function app.awaits_answer(n notifications) returns boolean language plpgsql stable as $$
begin
  if not exists (select from assignments a where a.organization_id = n.organization_id and a.id = n.assignment_id
      and a.starts_at > now()) then
    return false;
  end if;
  case n.type
    when 'ordered_in' then
      return exists (select from order_ins i where i.organization_id = n.organization_id and i.officer_id = n.officer_id
        and i.assignment_id = n.assignment_id and i.seen_at is null and i.cancelled_at is null and i.fell_at is null);
    when 'volunteers_asked' then
      return exists (select from order_asked q
        join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
        where q.organization_id = n.organization_id and q.officer_id = n.officer_id and q.answer is null
          and c.assignment_id = n.assignment_id and c.closed_at is null);
    when 'place_offered', 'place_offered_now' then
      return exists (select from officer_assignments s where s.organization_id = n.organization_id and s.officer_id = n.officer_id
        and s.assignment_id = n.assignment_id and s.status = 'offered' and s.offer_expires_at > now());
    when 'swap_asked' then
      return exists (select from swaps w where w.organization_id = n.organization_id and w.assignment_id = n.assignment_id
        and w.to_officer_id = n.officer_id and w.state = 'open');
    when 'swap_answered' then
      return exists (select from swaps w where w.organization_id = n.organization_id and w.assignment_id = n.assignment_id
        and w.officer_id = n.officer_id and w.state = 'answered');
  end case;
end $$;
