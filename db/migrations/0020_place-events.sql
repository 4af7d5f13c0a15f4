-- When places were taken and given up: what fill rate and time to fill are counted from (docs/definitions.md). A signup's row says
-- only where it stands now, and a no-show or a late call-off changes it after the shift has begun.
create table place_events (
  organization_id uuid not null references organizations (id),
  id bigint generated always as identity,
  assignment_id uuid not null,
  at timestamptz not null default now(),
  delta smallint not null check (delta in (-1, 1)),
  primary key (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
);
create index place_events_shift on place_events (organization_id, assignment_id, at, id) include (delta);

-- As before, and each place that is taken or given up leaves its event. A signup that comes in holding a place (a first-come
-- sign-up, an assignment by an admin, history that is brought in) has held it since it was decided on or applied for.
create or replace function app.count_places() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and app.holds_place(old.status);
  is_now boolean := tg_op <> 'DELETE' and app.holds_place(new.status);
begin
  if was and (not is_now or new.post_id <> old.post_id) then
    update posts set confirmed_count = confirmed_count - 1
      where organization_id = old.organization_id and id = old.post_id;
  end if;
  if is_now and (not was or new.post_id <> old.post_id) then
    update posts set confirmed_count = confirmed_count + 1
      where organization_id = new.organization_id and id = new.post_id;
  end if;
  if is_now and not was then
    insert into place_events (organization_id, assignment_id, at, delta)
    values (new.organization_id, new.assignment_id,
      case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end, 1);
  elsif was and not is_now then
    insert into place_events (organization_id, assignment_id, delta) values (old.organization_id, old.assignment_id, -1);
  end if;
  return null;
end $$;

-- What happened before this table was there stands in the audit. The fence, laid behind every migration, is forced again there.
alter table audit_entries no force row level security;
alter table officer_assignments no force row level security;
insert into place_events (organization_id, assignment_id, at, delta)
select e.organization_id, s.assignment_id,
  case when e.before is null
    then least(e.at, coalesce((e.after ->> 'decided_at')::timestamptz, (e.after ->> 'applied_at')::timestamptz, e.at))
    else e.at end,
  case when app.holds_place(e.after ->> 'status') then 1 else -1 end
from audit_entries e
join officer_assignments s on s.organization_id = e.organization_id and s.id = e.thing_id
where e.thing_type = 'officer_assignments'
  and coalesce(app.holds_place(e.before ->> 'status'), false) <> coalesce(app.holds_place(e.after ->> 'status'), false)
order by e.organization_id, e.id;
