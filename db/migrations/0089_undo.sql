-- A press that was a mistake can be undone for a minute: a sign-up by its officer, a decision by the admin who made it.
alter table officer_assignments
  -- The status that the last approval or denial took it from; undoing returns it there.
  add column decided_from text check (decided_from in ('pending_approval', 'waitlisted'));

-- Whether the officer took the place unaided a moment ago: nobody gave it, and it replaces nobody.
create function app.just_signed_up(s officer_assignments) returns boolean language sql stable as $$
  select s.status = 'confirmed' and s.decided_at is null and s.assigned_by is null and s.replaces_id is null
    and s.applied_at > now() - interval '1 minute' and s.starts_at > now()
    and not exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id)
    and not exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
      and t.checked_in_at is not null)
$$;

-- As before (0072), and a sign-up of this minute may be withdrawn though it is confirmed.
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
     and not (new.status = 'withdrawn' and app.just_signed_up(old))
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

-- As before (0073), and a place that was undone leaves no charge.
create or replace function app.note_opportunity() returns trigger language plpgsql as $$
declare
  undone boolean;
  noted text := case new.status when 'confirmed' then 'accepted' when 'offered' then 'offered'
    when 'offer_declined' then 'refused' when 'offer_expired' then 'no_answer' when 'called_off' then 'called_off'
    when 'worked' then 'worked' end;
  was text := case when tg_op = 'UPDATE' then old.status end;
  whole integer := extract(epoch from new.ends_at - new.starts_at)::integer / 60;
  since timestamptz := case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end;
begin
  -- A place that was worked and is open again takes back what was counted of it.
  if was = 'worked' then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select new.organization_id, new.officer_id, max(o.at), 'worked', -sum(o.minutes), new.assignment_id, new.post_id, new.id,
      'assignment', 'Taken back with the approval of the hours'
    from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id and o.kind = 'worked'
    having sum(o.minutes) <> 0;
  end if;
  undone := was = 'confirmed' and new.status in ('withdrawn', 'pending_approval', 'waitlisted');
  if undone or new.status in ('released', 'replaced', 'cancelled_by_dept', 'cancelled_by_client')
     and (app.holds_place(coalesce(was, '')) or was in ('offered', 'no_show')) then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select o.organization_id, o.officer_id, o.at, o.kind, -o.minutes, o.assignment_id, o.post_id, o.signup_id, o.source,
      case when undone then 'Undone' when new.status = 'replaced' then 'Handed over' else 'Taken back by the department' end
    from (select c.*, sum(sign(c.minutes)) over (partition by c.kind) as standing,
        row_number() over (partition by c.kind, c.minutes > 0 order by c.at desc, c.recorded_at desc, c.id) as latest
      from opportunities c where c.organization_id = new.organization_id and c.signup_id = new.id
        and (c.kind in ('accepted', 'ordered', 'volunteered') or c.kind = 'offered' and new.status <> 'replaced')) o
    where o.minutes > 0 and o.standing > 0 and o.latest = 1;
  end if;
  if noted is null or (noted = 'accepted' and app.holds_place(coalesce(was, ''))) or exists (
    select from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
      and o.recorded_at = now() and o.officer_id = new.officer_id and o.minutes > 0
      and (o.kind = noted or noted = 'accepted' and o.kind in ('ordered', 'volunteered'))) then
    return null;
  end if;
  insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
  select new.organization_id, new.officer_id, since, noted,
    case when noted = 'worked' then coalesce((select t.worked_minutes from attendance t
      where t.organization_id = new.organization_id and t.signup_id = new.id), whole) else whole end,
    new.assignment_id, new.post_id, new.id,
    case when was = 'interested' then 'award'
      when was in ('offered', 'waitlisted') or new.status = 'offered' then 'waitlist'
      when tg_op = 'INSERT' and new.assigned_by is not null then 'assignment'
      else 'sign_up' end;
  -- History that comes in as worked was accepted before.
  if tg_op = 'INSERT' and noted = 'worked' then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
    values (new.organization_id, new.officer_id, since, 'accepted', whole, new.assignment_id, new.post_id, new.id, 'sign_up');
  end if;
  return null;
end $$;
