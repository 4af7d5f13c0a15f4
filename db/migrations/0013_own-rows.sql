-- What nobody may do to the own rows, whatever a handler does: decide on them, or change what others wrote there.
-- Integrity only; the rules stand in features. Jobs and the vendor pass; so does the owner who sets a scene.

-- A signup of one's own starts as its assignment says, and moves only by what a person may do about oneself.
create function app.guard_signup() returns trigger language plpgsql as $$
declare
  fixed constant text[] := array['status', 'calloff_reason', 'calloff_requested_at', 'updated_at', 'version'];
  first_status text;
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'UPDATE' and (new.id, new.assignment_id, new.officer_id) <> (old.id, old.assignment_id, old.officer_id)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by)
     or new.assigned_by <> app.officer_id() and (tg_op = 'INSERT' or new.assigned_by is distinct from old.assigned_by) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.officer_id <> app.officer_id() then return new; end if;
  if tg_op = 'INSERT' then
    select case a.signup_mode when 'first_come' then 'confirmed' when 'approval' then 'pending_approval' else 'interested' end
      into first_status
      from assignments a join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
      where a.organization_id = new.organization_id and a.id = new.assignment_id and a.status = 'published'
        and p.id = new.post_id and (p.starts_at, p.ends_at) = (new.starts_at, new.ends_at);
    if new.status is distinct from first_status or new.decided_at is not null or new.override_reason is not null then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
    return new;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('interested', 'withdrawn'), ('pending_approval', 'withdrawn'), ('waitlisted', 'withdrawn'),
       ('offered', 'offer_declined'), ('confirmed', 'called_off'), ('confirmed', 'calloff_requested'),
       ('calloff_requested', 'confirmed'), ('calloff_requested', 'called_off'))
     -- An admin who cancels the assignment ends the own signup with the others'.
     and (app.role() = 'officer' or new.status not in ('cancelled_by_dept', 'cancelled_by_client'))
     or app.role() = 'officer' and to_jsonb(old) - fixed <> to_jsonb(new) - fixed then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_signup before insert or update on officer_assignments
  for each row execute function app.guard_signup();

-- An officer's signup moves a post's counter through the trigger `count_places`, and nothing else of it.
create function app.guard_post() returns trigger language plpgsql as $$
begin
  if app.role() = 'officer'
     and (pg_trigger_depth() < 2 or to_jsonb(old) - 'confirmed_count' <> to_jsonb(new) - 'confirmed_count') then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_post before update on posts for each row execute function app.guard_post();

-- A record belongs to one signup and its officer for good; what was pressed stays, beside what a decision makes of it.
create function app.guard_attendance() returns trigger language plpgsql as $$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'INSERT' and not exists (select from officer_assignments s where s.organization_id = new.organization_id
       and s.id = new.signup_id and s.assignment_id = new.assignment_id and s.officer_id = new.officer_id)
     or tg_op = 'UPDATE' and (new.id, new.signup_id, new.assignment_id, new.officer_id)
       <> (old.id, old.signup_id, old.assignment_id, old.officer_id)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' and new.officer_id = app.officer_id() and (
       app.role() = 'officer' and (new.scheduled_starts_at, new.scheduled_ends_at)
         <> (old.scheduled_starts_at, old.scheduled_ends_at)
       or old.state in ('open', 'submitted') and old.checked_in_at is distinct from new.checked_in_at
       or old.state = 'submitted' and (new.state, new.checked_out_at, new.worked_minutes)
         is distinct from (old.state, old.checked_out_at, old.worked_minutes)
       or old.original_in_at is not null and new.original_in_at is distinct from old.original_in_at
       or old.original_out_at is not null and new.original_out_at is distinct from old.original_out_at) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_attendance before insert or update on attendance
  for each row execute function app.guard_attendance();

-- Plan, flags, trial and size are the vendor's to set.
create function app.guard_organization() returns trigger language plpgsql as $$
begin
  if app.role() not in ('super_admin', 'system') and app.role() <> '' and (
       (new.subdomain, new.subscription_tier, new.features_enabled, new.state)
         <> (old.subdomain, old.subscription_tier, old.features_enabled, old.state)
       or new.trial_end_date is distinct from old.trial_end_date
       or new.max_officers is distinct from old.max_officers) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_organization before update on organizations
  for each row execute function app.guard_organization();
