-- Leave keeps its dates and times of day when the department changes its time zone (docs/decisions/0218). One leave may move to where
-- another just was: the constraints compare them at the end of each statement.
alter table leaves drop constraint leaves_no_overlap;
alter table leaves add constraint leaves_no_overlap exclude using gist (
  organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&) deferrable initially immediate;
alter table leave_requests drop constraint leave_requests_no_overlap;
alter table leave_requests add constraint leave_requests_no_overlap exclude using gist (
  organization_id with =, officer_id with =, tstzrange(starts_at, ends_at) with &&) where (state = 'pending')
  deferrable initially immediate;

-- The longest leave is 3,660 days; with a clock change in it, an hour more.
alter table leaves drop constraint leaves_check;
alter table leaves add constraint leaves_length check (
  ends_at is null or (starts_at < ends_at and ends_at - starts_at <= interval '3661 days'));

-- What an officer requested is decided or withdrawn, never changed.
create function app.keep_requested_time() returns trigger language plpgsql as $$
begin
  if app.role() is distinct from 'system' then
    raise exception 'permission denied: the time of a leave request does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_requested_time before update of starts_at, ends_at on leave_requests for each row
  when ((old.starts_at, old.ends_at) is distinct from (new.starts_at, new.ends_at)) execute function app.keep_requested_time();
