-- Whether officers see by name who works which shift. Off until an admin turns it on.
alter table organizations add column officers_see_schedule boolean not null default false;

-- Who has a spot, by name alone: of a colleague's sign-up an officer sees no row. Written by triggers and by nothing else.
create table shared_places (
  organization_id uuid not null references organizations (id),
  signup_id uuid not null,
  assignment_id uuid not null,
  officer_id uuid not null,
  name text not null,
  primary key (organization_id, signup_id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id) on delete cascade
);
create index shared_places_shift on shared_places (organization_id, assignment_id);
create index shared_places_officer on shared_places (organization_id, officer_id);

create function app.shares_schedule() returns boolean language sql stable as $$
  select coalesce((select g.officers_see_schedule from organizations g where g.id = (select app.organization_id())), false)
$$;

create function app.share_place() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status and new.officer_id = old.officer_id then return null; end if;
  if new.status in ('confirmed', 'calloff_requested', 'worked') then
    insert into shared_places (organization_id, signup_id, assignment_id, officer_id, name)
    select new.organization_id, new.id, new.assignment_id, o.id, o.name from officers o
    where o.organization_id = new.organization_id and o.id = new.officer_id
    on conflict (organization_id, signup_id) do update set officer_id = excluded.officer_id, name = excluded.name;
  else
    delete from shared_places where organization_id = new.organization_id and signup_id = new.id;
  end if;
  return null;
end $$;
create trigger share_place after insert or update of status, officer_id on officer_assignments
  for each row execute function app.share_place();

create function app.share_name() returns trigger language plpgsql as $$
begin
  update shared_places set name = new.name where organization_id = new.organization_id and officer_id = new.id;
  return null;
end $$;
create trigger share_name after update of name on officers for each row when (new.name <> old.name)
  execute function app.share_name();

-- What is there already. The fence, laid behind every migration, is forced again there.
alter table officer_assignments no force row level security;
alter table officers no force row level security;
insert into shared_places (organization_id, signup_id, assignment_id, officer_id, name)
select s.organization_id, s.id, s.assignment_id, o.id, o.name from officer_assignments s
  join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
where s.status in ('confirmed', 'calloff_requested', 'worked');
