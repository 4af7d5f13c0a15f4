-- What was offered to whom and what came of it: what hours are charged from, whose turn it is, who was ordered how often.
-- Rows stay as they are; a correction is a row of its own.
create table opportunities (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  at timestamptz not null default now(),
  recorded_at timestamptz not null default now(),
  kind text not null check (kind in ('offered', 'accepted', 'refused', 'no_answer', 'worked', 'called_off', 'ordered', 'volunteered')),
  -- Of the shift; less than nothing only where a correction takes something back.
  minutes integer not null check (minutes between -100000 and 100000),
  assignment_id uuid,
  post_id uuid,
  signup_id uuid,
  source text not null check (source in ('award', 'waitlist', 'short_notice', 'sign_up', 'assignment', 'order', 'swap', 'import')),
  note text check (length(note) <= 500),
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id)
);
create index opportunities_officer on opportunities (organization_id, officer_id, at desc, id desc);
create index opportunities_latest on opportunities (organization_id, at desc, id desc);
create index opportunities_signup on opportunities (organization_id, signup_id, kind);

-- A place that is taken, offered, declined, given up or worked always leaves its row, at the end of the transaction: whoever gave
-- it and said more (an order, a source) has written it by then, and nobody can forget it.
create function app.note_opportunity() returns trigger language plpgsql as $$
declare
  noted text := case new.status when 'confirmed' then 'accepted' when 'offered' then 'offered'
    when 'offer_declined' then 'refused' when 'offer_expired' then 'no_answer' when 'called_off' then 'called_off'
    when 'worked' then 'worked' end;
  was text := case when tg_op = 'UPDATE' then old.status end;
  whole integer := extract(epoch from new.ends_at - new.starts_at)::integer / 60;
  since timestamptz := case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end;
begin
  -- A place that was worked and is open again takes back what was counted of it.
  if was = 'worked' then
    insert into opportunities (organization_id, officer_id, kind, minutes, assignment_id, post_id, signup_id, source, note)
    select new.organization_id, new.officer_id, 'worked', -sum(o.minutes), new.assignment_id, new.post_id, new.id, 'assignment',
      'Taken back with the approval of the hours'
    from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id and o.kind = 'worked'
    having sum(o.minutes) <> 0;
  end if;
  if noted is null or (noted = 'accepted' and app.holds_place(coalesce(was, ''))) or exists (
    select from opportunities o where o.organization_id = new.organization_id and o.signup_id = new.id
      and o.recorded_at = now() and o.officer_id = new.officer_id
      and (o.kind = noted or noted = 'accepted' and o.kind in ('ordered', 'volunteered'))
      and (noted <> 'worked' or o.minutes > 0)) then
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
create constraint trigger note_opportunity after insert or update of status on officer_assignments
  deferrable initially deferred for each row execute function app.note_opportunity();

-- What happened before this table was there. The fence, laid behind every migration, is forced again there.
alter table officer_assignments no force row level security;
alter table attendance no force row level security;
insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
select s.organization_id, s.officer_id, coalesce(s.decided_at, s.applied_at), 'accepted',
  extract(epoch from s.ends_at - s.starts_at)::integer / 60, s.assignment_id, s.post_id, s.id,
  case when s.assigned_by is null then 'sign_up' else 'assignment' end
from officer_assignments s where s.status in ('confirmed', 'calloff_requested', 'worked', 'no_show', 'called_off');
insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
select s.organization_id, s.officer_id, least(now(), s.ends_at), 'worked', coalesce(t.worked_minutes,
  extract(epoch from s.ends_at - s.starts_at)::integer / 60), s.assignment_id, s.post_id, s.id, 'sign_up'
from officer_assignments s left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
where s.status = 'worked';
insert into opportunities (organization_id, officer_id, at, kind, minutes, assignment_id, post_id, signup_id, source)
select s.organization_id, s.officer_id, s.updated_at, 'called_off', extract(epoch from s.ends_at - s.starts_at)::integer / 60,
  s.assignment_id, s.post_id, s.id, 'sign_up'
from officer_assignments s where s.status = 'called_off';
