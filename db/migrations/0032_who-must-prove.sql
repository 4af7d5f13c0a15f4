-- A leaving date that is still to come lifts nothing.
create or replace function app.needs_second_factor() returns boolean language plpgsql as $$
declare
  m record;
  found_one boolean := exists (select from super_admin_users u where u.account_id = app.user_id() and u.active);
  kept text := current_setting('app.organization_id', true);
begin
  for m in select w.organization_id as id from memberships w where w.account_id = app.user_id() loop
    exit when found_one;
    perform set_config('app.organization_id', m.id::text, true);
    found_one := exists (select from officers f join organizations g on g.id = f.organization_id
      where f.organization_id = m.id and f.user_id = app.user_id() and f.approved and f.suspended_at is null
        and f.rejected_at is null and (f.left_on is null or f.left_on > current_date) and g.state in ('active', 'closing')
        and (f.role = 'admin' or g.mfa_officers));
  end loop;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
  return found_one;
end $$;

-- The sign-in of the vendor's staff is nobody's in a department.
create or replace function app.is_elsewhere(account uuid) returns boolean language plpgsql as $$
declare
  kept text := current_setting('app.user_id', true);
  found_one boolean;
begin
  perform set_config('app.user_id', account::text, true);
  found_one := exists (select from memberships w where w.account_id = account
    and w.organization_id is distinct from app.organization_id())
    or exists (select from super_admin_users u where u.account_id = account and u.active);
  perform set_config('app.user_id', coalesce(kept, ''), true);
  return found_one;
end $$;
