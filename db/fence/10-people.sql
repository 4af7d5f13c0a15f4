-- People before they are anybody in a department, and the departments themselves.
-- organizations: the own one, the one whose address was named, or any for the vendor's staff and the jobs.
create policy see on organizations for select using (
  id = (select app.organization_id()) or subdomain = (select app.agency()) or (select app.role()) in ('super_admin', 'system'));
create policy edit on organizations for update using (
  (id = (select app.organization_id()) and (select app.role()) in ('admin', 'system')) or (select app.role()) = 'super_admin');
create policy make on organizations for insert with check ((select app.role()) in ('super_admin', 'system'));
create policy see on accounts for select using (id = (select app.user_id()) or email_key = (select app.address()));
create policy make on accounts for insert with check (email_key = (select app.address()));
create policy edit on accounts for update using (id = (select app.user_id()) or email_key = (select app.address()));
create policy see on super_admin_users for select using (
  account_id = (select app.user_id()) or email_key = (select app.address()) or (select app.role()) = 'super_admin');
create policy edit on super_admin_users for update using (email_key = (select app.address()));
create policy make on super_admin_users for insert with check (
  email_key = (select app.address()) and (select app.role()) = 'system');
create policy see on memberships for select using (
  account_id = (select app.user_id()) or organization_id = (select app.organization_id()));
create policy make on memberships for insert with check (
  organization_id = (select app.organization_id()) and (select app.role()) not in ('officer', 'waiting', ''));
create policy drop on memberships for delete using (
  organization_id = (select app.organization_id()) and (select app.role()) not in ('officer', 'waiting', ''));
-- Only what an account's sign-in is told about, and its second factor, change: by whoever tries to sign in, or an admin of the place.
create policy edit on memberships for update using (account_id = (select app.user_id())
  or (organization_id = (select app.organization_id()) and (select app.role()) not in ('officer', 'waiting', '')));
create policy own on factors using (account_id = (select app.user_id()));
create policy shown on factors for select using (credential_id = (select app.token()));
create policy own on recovery_codes using (account_id = (select app.user_id()));
create policy own on sign_in_steps using (token_hash = (select app.token())) with check (account_id = (select app.user_id()));
create policy own on passkey_challenges using (bound_to = (select app.token()));
do $$
declare r record;
begin
  -- An admin takes the factors of an account of the place off; half sign-ins and challenges go after a day.
  for r in select t, verb, t in ('factors', 'recovery_codes') as is_factor from unnest(array['factors', 'recovery_codes',
      'sign_in_steps', 'passkey_challenges']) as t, unnest(array['select', 'delete']) as verb loop
    execute format('create policy %I on public.%I for %3$s using (' || case when r.is_factor then
      '(select app.role()) = ''admin'' and exists (select from memberships m where m.account_id = %2$I.account_id
        and m.organization_id = (select app.organization_id())))'
      else 'created_at < now() - interval ''1 day'' and (select app.role()) = ''system'')' end, 'others_' || r.verb, r.t, r.verb);
  end loop;
end $$;
create policy see on sessions for select using (token_hash = (select app.token()) or user_id = (select app.user_id())
  or ((select app.role()) = 'admin' and organization_id = (select app.organization_id())));
create policy make on sessions for insert with check (user_id = (select app.user_id()));
create policy edit on sessions for update using (token_hash = (select app.token()) or user_id = (select app.user_id())
  or ((select app.role()) = 'admin' and organization_id = (select app.organization_id())));
create policy see on account_links for select using (
  token_hash = (select app.token()) or email_key = (select app.address()) or account_id = (select app.user_id())
  or (organization_id = (select app.organization_id()) and (select app.role()) in ('admin', 'super_admin'))
  or (expires_at < now() - interval '30 days' and (select app.role()) = 'system'));
create policy drop on account_links for delete using (
  expires_at < now() - interval '30 days' and (select app.role()) = 'system');
-- Anybody may ask for what proves an address; what lets somebody in is made by an admin of the place, or the vendor.
create policy make on account_links for insert with check (email_key = (select app.address()) and (
  kind in ('reset', 'register') or (kind = 'address' and account_id = (select app.user_id()))
  or (select app.role()) in ('system', 'super_admin')
  or (kind = 'claim' and (select app.role()) = 'admin' and organization_id = (select app.organization_id()))));
create policy edit on account_links for update using (
  token_hash = (select app.token()) or email_key = (select app.address()));
-- An invitation is taken back by an admin of the place, or by the vendor, in the own name.
create policy withdraw on account_links for update using (organization_id = (select app.organization_id())
    and kind in ('claim', 'admin_setup') and (select app.role()) in ('admin', 'super_admin'))
  with check (withdrawn_by = (select app.user_id()));
create policy see on sign_in_attempts for select using (email_key = (select app.address())
  or (at < now() - interval '2 days' and (select app.role()) = 'system'));
create policy make on sign_in_attempts for insert with check (email_key = (select app.address()));
create policy edit on sign_in_attempts for update using (email_key = (select app.address()));
create policy drop on sign_in_attempts for delete using (
  at < now() - interval '2 days' and (select app.role()) = 'system');

grant select, insert, update on organizations, accounts to watchbill_app;
grant select, insert on super_admin_users, sessions, account_links, sign_in_attempts to watchbill_app;
grant update (active, account_id) on super_admin_users to watchbill_app;
grant select, insert, delete on sign_in_steps, passkey_challenges, factors, recovery_codes to watchbill_app;
grant update (ended_at) on sign_in_steps to watchbill_app;
grant update (used_at) on passkey_challenges to watchbill_app;
grant update (name, last_step, counter, confirmed_at, last_used_at) on factors to watchbill_app;
grant update (hashes, made_at) on recovery_codes to watchbill_app;
grant update (second_factor, locked_since, locked_until, locked_why) on memberships to watchbill_app;
grant update (last_seen_at, ended_at, ended_why, token_hash, second_factor_at, proved_at) on sessions to watchbill_app;
grant update (used_at, withdrawn_at, withdrawn_by) on account_links to watchbill_app;
grant update (outcome) on sign_in_attempts to watchbill_app;
grant select, insert, delete on memberships to watchbill_app;
grant delete on sign_in_attempts, account_links to watchbill_app;

call app.record_table('organizations', 'organization', 'all', 'id', '', '', 'updated_at,version,first_published_at', '');
call app.record_table('accounts', 'session', 'user', 'id', '', 'password_hash', '', '');
call app.record_table('super_admin_users', '', 'user', 'id', '', '', '', '');
-- The streams of somebody whose access ends are judged again, also when an operator ends it by SQL.
drop trigger if exists tell_staff on super_admin_users;
create trigger tell_staff after update of active on super_admin_users for each row
  when (old.active is distinct from new.active and new.account_id is not null)
  execute function app.record_change('session', 'user', 'account_id', '', '', '', 'INSERT,UPDATE,DELETE');
call app.record_table('sessions', 'session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');
call app.record_table('account_links', '', 'user', 'id', '', 'token_hash,password_hash', '', 'DELETE');
-- Whoever lists open invitations follows; it says nothing more to the audit.
drop trigger if exists tell_admin_invited on account_links;
create trigger tell_admin_invited after insert or update on account_links for each row when (new.kind = 'admin_setup')
  execute function app.record_change('organization', 'admins', 'id', '', '', '', 'INSERT,UPDATE,DELETE');
drop trigger if exists tell_invited on account_links;
create trigger tell_invited after update on account_links for each row when (new.kind = 'claim')
  execute function app.record_change('officers', 'admins', 'officer_id', '', '', '', 'INSERT,UPDATE,DELETE');
call app.record_table('sign_in_attempts', '', 'user', 'id', '', 'browser,source', '', 'DELETE');
call app.record_table('factors', 'session', 'user', 'account_id', '', 'secret,last_step,credential_id,public_key,counter', 'last_step,counter,last_used_at', '');
call app.record_table('recovery_codes', 'session', 'user', 'account_id', '', 'hashes', '', '');
call app.record_table('memberships', 'officers', 'officer', 'officer_id', 'officer_id', '', 'second_factor,role,standing,left_on', 'INSERT,DELETE');
-- Being seen, once a minute, is news to nobody: of a session only what ends or makes it is told.
drop trigger if exists record_change_update on sessions;
drop trigger record_change on sessions;
create trigger record_change after insert or delete on sessions for each row
  when (current_user <> 'watchbill_eraser') execute function app.record_change('session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');
create trigger record_change_update after update on sessions for each row
  when (to_jsonb(old) - 'last_seen_at' is distinct from to_jsonb(new) - 'last_seen_at')
  execute function app.record_change('session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');
