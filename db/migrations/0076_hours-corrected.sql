-- Hours that are corrected after their approval: the ledger gets a row of the difference, at the time of what it corrects, so that
-- a window holds both or none; rows stay as they are. How many times a row counts stands in it where its minutes do not tell.
alter table opportunities add column times integer check (times between -100000 and 100000);
comment on column opportunities.times is 'How often it counts; null: once, or once less where minutes are below nothing.';

create function app.note_corrected() returns trigger language plpgsql as $$
begin
  insert into opportunities (organization_id, officer_id, at, kind, minutes, times, assignment_id, post_id, signup_id, source, note)
  select s.organization_id, s.officer_id, w.at, 'worked', h.minutes - w.minutes,
    (h.minutes > 0)::integer - (w.minutes > 0)::integer, s.assignment_id, s.post_id, s.id, 'assignment',
    'Hours corrected after approval'
  from attendance t
  join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id and s.status = 'worked'
  cross join lateral (select max(o.at) filter (where o.minutes >= 0) as at, sum(o.minutes)::integer as minutes from opportunities o
    where o.organization_id = s.organization_id and o.signup_id = s.id and o.kind = 'worked') w
  cross join lateral (select coalesce(t.worked_minutes, extract(epoch from s.ends_at - s.starts_at)::integer / 60) as minutes) h
  where t.organization_id = new.organization_id and t.id = new.id and t.state in ('approved', 'locked')
    and w.at is not null and w.minutes <> h.minutes;
  return null;
end $$;
create constraint trigger note_corrected after update of worked_minutes on attendance deferrable initially deferred for each row
  when (old.state in ('approved', 'locked') and new.worked_minutes is distinct from old.worked_minutes) execute function app.note_corrected();

-- Those that were corrected before. The fence, laid behind every migration, is forced again there.
alter table officer_assignments no force row level security;
alter table attendance no force row level security;
alter table opportunities no force row level security;
insert into opportunities (organization_id, officer_id, at, kind, minutes, times, assignment_id, post_id, signup_id, source, note)
select s.organization_id, s.officer_id, w.at, 'worked', t.worked_minutes - w.minutes,
  (t.worked_minutes > 0)::integer - (w.minutes > 0)::integer, s.assignment_id, s.post_id, s.id, 'assignment',
  'Hours corrected after approval'
from attendance t
join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id and s.status = 'worked'
join (select o.organization_id, o.signup_id, max(o.at) filter (where o.minutes >= 0) as at, sum(o.minutes)::integer as minutes
    from opportunities o where o.kind = 'worked' group by o.organization_id, o.signup_id) w
  on w.organization_id = s.organization_id and w.signup_id = s.id
where t.state in ('approved', 'locked') and t.worked_minutes <> w.minutes and w.at is not null;

-- What a round was made from, held against the ledger as it stood at its moment: once for each round.
create table award_input_checks (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  round_id uuid not null,
  checked_at timestamptz not null default now(),
  -- [{officer_id, kind, used: {minutes, times, last}, right: {minutes, times, last}}]; null: all as the ledger had it.
  differences jsonb,
  -- Somebody else would have had a place.
  changed boolean not null default false,
  primary key (organization_id, id),
  unique (organization_id, round_id),
  check (not changed or differences is not null),
  foreign key (organization_id, round_id) references award_rounds (organization_id, id)
);
create index award_input_checks_found on award_input_checks (organization_id, checked_at desc, id desc)
  where differences is not null;

-- `skipped`: a place went past the list; `wrong_inputs`: the list was made from wrong hours or counts.
alter table award_cases add column cause text not null default 'skipped' check (cause in ('skipped', 'wrong_inputs'));
