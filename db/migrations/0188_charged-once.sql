-- The version before goes on serving: a function that writes more rows of the kind it wrote.
-- An officer who signs up again for a spot they called off is charged for it once (docs/decisions/0338). A confirmed spot or an offer that
-- becomes the request it was takes back what was counted of it (docs/decisions/0334).
create or replace function app.note_opportunity()
returns trigger language plpgsql as $$
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
  -- Offers that several officers had, or of the spot of one who asked to call off, return to the waitlist and still count.
  undone := was = 'confirmed' and new.status in ('withdrawn', 'interested', 'pending_approval', 'waitlisted')
    or was = 'offered' and new.status in ('interested', 'pending_approval', 'waitlisted') and old.replaces_id is null
    and not old.offer_shared;
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
    -- A call-off that this spot had replaced in the record counts again.
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select distinct on (r.signup_id, r.kind) r.organization_id, r.officer_id, r.at, r.kind, -r.minutes, r.assignment_id, r.post_id,
      r.signup_id, r.source, 'The later sign-up no longer counts'
    from opportunities r
    where r.organization_id = new.organization_id and r.officer_id = new.officer_id and r.assignment_id = new.assignment_id
      and r.signup_id <> new.id and r.minutes < 0 and r.note = 'Counted with a later sign-up'
      and exists (select from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
        and o.minutes > 0 and o.recorded_at = r.recorded_at)
      and (select sum(c.minutes) from opportunities c where c.organization_id = r.organization_id
        and c.signup_id = r.signup_id and c.kind = r.kind) = 0
    order by r.signup_id, r.kind, r.recorded_at desc;
  end if;
  -- The officer called this spot off before: it counts once (docs/decisions/0338).
  if noted = 'accepted' and not app.holds_place(coalesce(was, '')) then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select new.organization_id, new.officer_id, max(o.at) filter (where o.minutes > 0), o.kind, -sum(o.minutes), new.assignment_id,
      new.post_id, s.id, o.source, 'Counted with a later sign-up'
    from officer_assignments s
    join opportunities o on o.organization_id = s.organization_id and o.signup_id = s.id and o.officer_id = s.officer_id
      and o.kind in ('accepted', 'volunteered')
    where s.organization_id = new.organization_id and s.officer_id = new.officer_id and s.assignment_id = new.assignment_id
      and s.post_id = new.post_id and s.id <> new.id and s.status = 'called_off'
      and s.starts_at < new.ends_at and s.ends_at > new.starts_at
    group by s.id, o.kind, o.source
    having sum(o.minutes) between 1 and whole;
  end if;
  if noted is null or (noted = 'accepted' and app.holds_place(coalesce(was, ''))) or exists (
    select from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
      and o.recorded_at = now() and o.officer_id = new.officer_id and o.minutes > 0
      and (o.kind = noted or noted = 'accepted' and o.kind in ('ordered', 'volunteered'))) then
    return null;
  end if;
  insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
  select new.organization_id, new.officer_id,
    -- History that comes in as worked was worked when it ended, not when the officer signed up.
    case when tg_op = 'INSERT' and noted = 'worked' then least(now(), greatest(since, new.ends_at)) else since end, noted,
    case when noted = 'worked' then coalesce((select t.worked_minutes from attendance t
      where t.organization_id = new.organization_id and t.signup_id = new.id), whole) else whole end,
    new.assignment_id, new.post_id, new.id,
    -- What is given up or worked came as its spot came.
    coalesce((select o.source from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
        and o.officer_id = new.officer_id and noted in ('called_off', 'worked') and o.kind in ('accepted', 'ordered', 'volunteered')
        and o.minutes > 0 order by o.at desc, o.recorded_at desc, o.id limit 1),
      case when was = 'interested' then 'award'
        when was in ('offered', 'waitlisted') or new.status = 'offered' then 'waitlist'
        when tg_op = 'INSERT' and new.assigned_by is not null then 'assignment'
        else 'sign_up' end);
  -- History that comes in as worked was accepted before.
  if tg_op = 'INSERT' and noted = 'worked' then
    insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
    values (new.organization_id, new.officer_id, since, 'accepted', whole, new.assignment_id, new.post_id, new.id, 'sign_up');
  end if;
  return null;
end $$;
