-- What reports count that a row alone does not say: when a place was called off, or asked to be.
alter table officer_assignments add column called_off_at timestamptz;

-- The notice that an officer gave is counted from the request, where there was one, not from an admin's decision on it.
create function app.note_calloff() returns trigger language plpgsql as $$
begin
  new.called_off_at := case when new.status <> 'called_off' then null
    when tg_op = 'INSERT' then coalesce(new.called_off_at, now())
    when old.status = 'called_off' then old.called_off_at
    when old.status = 'calloff_requested' then coalesce(old.calloff_requested_at, now())
    else now() end;
  return new;
end $$;
-- After `guard_signup`, by name: what is noted here is nobody's change.
create trigger note_calloff before insert or update of status on officer_assignments
  for each row execute function app.note_calloff();

-- Of what was called off before, the last change is the best that is known. The fence, laid behind every migration, is forced again there.
alter table officer_assignments no force row level security;
alter table officer_assignments disable trigger user;
update officer_assignments set called_off_at = coalesce(calloff_requested_at, updated_at) where status = 'called_off';
alter table officer_assignments enable trigger user;
