-- What the vendor's list shows of each organization without looking inside: figures kept in the transactions that change them.
create table organization_figures (
  organization_id uuid primary key references organizations (id),
  -- Rows that count against max_officers: approved, not left; suspended ones included.
  officers_counted integer not null default 0 check (officers_counted >= 0),
  -- Extra time that was handed in and that nobody has decided on.
  extra_time_open integer not null default 0 check (extra_time_open >= 0),
  -- When somebody of the organization did something last, to the hour: signing in counts, the vendor and the jobs do not.
  last_activity_at timestamptz
);
create index organization_figures_activity on organization_figures (last_activity_at);

create function app.make_figures() returns trigger language plpgsql as $$
begin
  insert into organization_figures (organization_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger make_figures after insert on organizations for each row execute function app.make_figures();

-- By the statement, so that an import of thousands moves the figure once.
create function app.count_officers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update organization_figures f set officers_counted = f.officers_counted - g.n
      from (select o.organization_id, count(*) as n from old_rows o
        where o.approved and o.left_on is null group by 1) g where f.organization_id = g.organization_id;
  end if;
  if tg_op <> 'DELETE' then
    update organization_figures f set officers_counted = f.officers_counted + g.n
      from (select o.organization_id, count(*) as n from new_rows o
        where o.approved and o.left_on is null group by 1) g where f.organization_id = g.organization_id;
  end if;
  return null;
end $$;
-- An update that moves nobody in or out leaves the figure's row alone: nobody waits for anybody there.
create function app.move_officers() returns trigger language plpgsql as $$
begin
  update organization_figures f set officers_counted = f.officers_counted + g.n
    from (select n.organization_id, sum((n.approved and n.left_on is null)::int - (o.approved and o.left_on is null)::int) as n
      from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id group by 1) g
    where f.organization_id = g.organization_id and g.n <> 0;
  return null;
end $$;
create trigger count_officers_in after insert on officers referencing new table as new_rows
  for each statement execute function app.count_officers();
create trigger count_officers_out after delete on officers referencing old table as old_rows
  for each statement execute function app.count_officers();
create trigger move_officers after update on officers referencing old table as old_rows new table as new_rows
  for each statement execute function app.move_officers();

create function app.count_extra_time() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status in ('pending', 'returned');
  is_now boolean := tg_op <> 'DELETE' and new.status in ('pending', 'returned');
begin
  if was <> is_now then
    update organization_figures set extra_time_open = extra_time_open + case when is_now then 1 else -1 end
      where organization_id = coalesce(new.organization_id, old.organization_id);
  end if;
  return null;
end $$;
create trigger count_extra_time after insert or update of status or delete on overtime_requests
  for each row execute function app.count_extra_time();

-- Once an hour at most, and never waiting for whoever writes the figure just now.
create function app.note_activity() returns trigger language plpgsql as $$
begin
  perform 1 from organization_figures where organization_id = new.organization_id
    and (last_activity_at is null or last_activity_at < new.at - interval '1 hour') for no key update skip locked;
  if found then
    update organization_figures set last_activity_at = new.at where organization_id = new.organization_id;
  end if;
  return null;
end $$;
create trigger note_activity after insert on audit_entries for each row
  when (new.actor_user_id is not null and new.actor_role in ('anyone', 'waiting', 'officer', 'admin'))
  execute function app.note_activity();

-- The fence, laid behind every migration, is forced again there.
alter table audit_entries no force row level security;
alter table officers no force row level security;
alter table overtime_requests no force row level security;
alter table organizations no force row level security;
insert into organization_figures (organization_id, officers_counted, extra_time_open, last_activity_at)
select g.id,
  (select count(*) from officers f where f.organization_id = g.id and f.approved and f.left_on is null),
  (select count(*) from overtime_requests r where r.organization_id = g.id and r.status in ('pending', 'returned')),
  (select max(e.at) from audit_entries e where e.organization_id = g.id and e.actor_user_id is not null
    and e.actor_role in ('anyone', 'waiting', 'officer', 'admin'))
from organizations g on conflict do nothing;

-- Why an organization is suspended or closing, since when, and from when on what it owns may be erased.
alter table organizations
  add column state_reason text check (length(state_reason) between 1 and 500),
  add column state_since timestamptz,
  add column erase_after timestamptz,
  -- The second step: somebody of the vendor has said so again, after the 30 days.
  add column erase_confirmed_at timestamptz,
  add constraint closing_has_a_date check (state <> 'closing' or erase_after is not null);

-- Plan, flags, trial, size and state are the vendor's to set, and a state follows from another in one order alone: what is
-- erased was closing for 30 days, was confirmed after them, and comes back never.
create or replace function app.guard_organization() returns trigger language plpgsql as $$
begin
  if app.role() = '' then return new; end if;
  if app.role() not in ('super_admin', 'system') and (
       (new.subdomain, new.subscription_tier, new.features_enabled, new.state)
         <> (old.subdomain, old.subscription_tier, old.features_enabled, old.state)
       or (new.trial_end_date, new.max_officers, new.state_reason, new.state_since, new.erase_after, new.erase_confirmed_at)
         is distinct from
         (old.trial_end_date, old.max_officers, old.state_reason, old.state_since, old.erase_after, old.erase_confirmed_at))
     or new.state <> old.state and (old.state, new.state) not in (('active', 'suspended'), ('suspended', 'active'),
       ('active', 'closing'), ('suspended', 'closing'), ('closing', 'active'), ('closing', 'suspended'), ('closing', 'erased'))
     or new.state = 'closing' and old.state <> 'closing' and (new.erase_confirmed_at is not null
       or new.erase_after < now() + interval '30 days')
     or new.state = 'closing' and old.state = 'closing' and new.erase_after is distinct from old.erase_after
     or new.erase_confirmed_at is distinct from old.erase_confirmed_at and new.erase_confirmed_at is not null
       and (app.role() <> 'super_admin' or old.state <> 'closing' or old.erase_after > now())
     or new.state = 'erased' and old.state <> 'erased' and (app.role() <> 'system' or old.erase_confirmed_at is null
       or old.erase_after > now()) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
