-- Shifts that move together, as when a department changes its time zone, are compared as they stand afterwards: one may move to
-- where another just was. The constraint still speaks at the end of each statement.
alter table officer_assignments drop constraint signups_no_overlap;
alter table officer_assignments add constraint signups_no_overlap exclude using gist (
  organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&)
  where (status in ('confirmed', 'calloff_requested', 'worked')) deferrable initially immediate;

-- A time in words is the department's: a shift that is elsewhere is written in the same zone as on every screen.
create function app.day_and_clock(at timestamptz) returns text language sql stable as $$
  select app.day_and_clock(at, g.time_zone) from organizations g where g.id = (select app.organization_id())
$$;
