-- As before (0060), and what an award has left is taken, or waited for, as where the first to sign up has it.
create or replace function app.guard_signup() returns trigger language plpgsql as $$
declare
  fixed constant text[] := array['status', 'calloff_reason', 'calloff_requested_at', 'updated_at', 'version'];
  mode text;
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'UPDATE' and (new.id, new.assignment_id, new.officer_id) <> (old.id, old.assignment_id, old.officer_id)
     or new.decided_by <> app.officer_id() and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by)
     or new.assigned_by <> app.officer_id() and (tg_op = 'INSERT' or new.assigned_by is distinct from old.assigned_by) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  if new.officer_id <> app.officer_id() then return new; end if;
  if tg_op = 'INSERT' then
    select case when a.awarded_at is not null and a.signup_mode = 'award' then 'first_come' else a.signup_mode end into mode
      from assignments a join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
      where a.organization_id = new.organization_id and a.id = new.assignment_id and a.status = 'published'
        and p.id = new.post_id and app.is_part(p, new.starts_at, new.ends_at);
    if mode is null or new.status <> (case mode when 'first_come' then 'confirmed' when 'approval' then 'pending_approval'
         else 'interested' end) and (new.status <> 'waitlisted' or mode = 'award')
       or new.decided_at is not null or new.override_reason is not null or new.replaces_id is not null then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
    return new;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('interested', 'withdrawn'), ('pending_approval', 'withdrawn'), ('waitlisted', 'withdrawn'),
       ('offered', 'offer_declined'), ('offered', 'confirmed'), ('confirmed', 'called_off'),
       ('confirmed', 'calloff_requested'), ('calloff_requested', 'confirmed'), ('calloff_requested', 'called_off'))
     -- An offer ends by the clock, whatever is written.
     or (old.status, new.status) = ('offered', 'confirmed') and coalesce(old.offer_expires_at, '-infinity') <= now() then
    -- An admin who cancels the assignment ends the own signup with the others'.
    if app.role() = 'officer' or new.status not in ('cancelled_by_dept', 'cancelled_by_client') then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
  end if;
  if app.role() = 'officer' and to_jsonb(old) - fixed <> to_jsonb(new) - fixed then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
