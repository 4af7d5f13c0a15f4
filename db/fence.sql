-- Row-level security, grants and the recording trigger, laid anew after every migration. A table of schema public is
-- a tenant table unless `open_tables` below says in writing why not; the catalogue test reads the same comments.
-- The runner creates the role watchbill_app (owns nothing, member of nothing, bypasses nothing) before this file.

revoke all on all tables in schema public from public, watchbill_app;
revoke all on all functions in schema app from public;
revoke create on schema public from public;
grant usage on schema public, app to watchbill_app;
grant execute on all functions in schema app to watchbill_app;
grant usage on all sequences in schema public to watchbill_app;

do $$
declare
  t text;
  p record;
  -- Not tenant tables, each with its reason and its own policies below.
  open_tables constant text[] := array[
    'organizations',      -- the tenant itself: its key is its id
    'accounts',           -- a person may belong to several departments
    'super_admin_users',  -- the vendor's staff
    'memberships',        -- which departments an account has: read by that account alone
    'sessions',           -- found by the hash of its secret before the tenant is known
    'account_links',      -- found by the hash of its secret before the tenant is known
    'sign_in_attempts',   -- counted by address, existing or not, before anybody is signed in
    'factors', 'recovery_codes',            -- a person's, whatever the departments
    'sign_in_steps', 'passkey_challenges',  -- found by a secret before the tenant is known
    'outbox',             -- ids and topics of all tenants, read by the system's poller alone
    'schema_migrations'   -- the runner's own: no grant at all
  ];
begin
  for p in select schemaname, tablename, policyname from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on public.%I', p.policyname, p.tablename);
  end loop;
  for t in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') loop
    if t = 'schema_migrations' then continue; end if;
    execute format('alter table public.%I enable row level security, force row level security', t);
    continue when t = any (open_tables);
    execute format('create policy tenant on public.%I as restrictive using (organization_id = (select app.organization_id()))
      with check (organization_id = (select app.organization_id()))', t);
    execute format('drop trigger if exists keep_organization on public.%I', t);
    execute format('create trigger keep_organization before update of organization_id on public.%I for each row
      when (old.organization_id <> new.organization_id) execute function app.keep_organization()', t);
  end loop;
end $$;

-- Who may do what to which rows, beyond the tenant: one permissive policy a table and verb.
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
  or (organization_id = (select app.organization_id()) and (select app.role()) = 'admin')
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

create policy see on sign_in_attempts for select using (email_key = (select app.address())
  or (at < now() - interval '2 days' and (select app.role()) = 'system'));
create policy make on sign_in_attempts for insert with check (email_key = (select app.address()));
create policy edit on sign_in_attempts for update using (email_key = (select app.address()));
create policy drop on sign_in_attempts for delete using (
  at < now() - interval '2 days' and (select app.role()) = 'system');

create policy poll on outbox for select using ((select app.role()) = 'system');
create policy make on outbox for insert with check ((select app.role()) <> '');
create policy prune on outbox for delete using ((select app.role()) = 'system');

-- Tenant tables. `staff` = the organization's admins, its jobs, and the vendor where support access put them there.
create policy see on officers for select using (
  (select app.role()) in ('admin', 'system', 'super_admin') or user_id = (select app.user_id())
  or email_key = (select app.address()));
create policy make on officers for insert with check (
  (select app.role()) in ('admin', 'system', 'super_admin')
  or ((select app.role()) = 'anyone' and not approved and role = 'officer'));
create policy edit on officers for update using (
  (select app.role()) in ('admin', 'system', 'super_admin') or user_id = (select app.user_id())
  or email_key = (select app.address()));

-- Logos: admins put them, whoever names one in full may fetch it, and only what was replaced goes.
create policy see on organization_logos for select using (
  (select app.role()) in ('admin', 'system') or id = (select app.logo()));
create policy make on organization_logos for insert with check ((select app.role()) = 'admin');
create policy replace on organization_logos for update using ((select app.role()) = 'admin');
create policy prune on organization_logos for delete using (
  (select app.role()) in ('admin', 'system') and replaced_at is not null);

-- The notice: everybody of the place reads it, an admin writes a new one, and each accepts for oneself.
create policy see on sign_in_notices for select using (
  (select app.role()) in ('admin', 'system') or (select app.officer_id()) is not null);
create policy make on sign_in_notices for insert with check ((select app.role()) in ('admin', 'system'));
create policy see on notice_acceptances for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on notice_acceptances for insert with check (officer_id = (select app.officer_id()));

create policy staff on officer_imports using ((select app.role()) in ('admin', 'system'));
create policy see on exports for select using ((select app.role()) in ('admin', 'system'));
create policy make on exports for insert with check (
  (select app.role()) = 'admin' and started_by = (select app.officer_id()));
create policy edit on exports for update using ((select app.role()) in ('admin', 'system'));
create policy prune on exports for delete using (state <> 'running' and (select app.role()) = 'system');
create policy staff on assignment_series using ((select app.role()) in ('admin', 'system'));
create policy staff on assignment_templates using ((select app.role()) in ('admin', 'system'));

create policy see on assignments for select using (
  (select app.role()) in ('admin', 'system')
  or ((select app.role()) = 'officer' and status <> 'draft' and (publish_at is null or publish_at <= now())));
create policy staff_make on assignments for insert with check ((select app.role()) in ('admin', 'system'));
create policy staff_edit on assignments for update using ((select app.role()) in ('admin', 'system'));
-- An officer who signs up holds the assignment still (`for share`), and can change nothing of it.
create policy hold on assignments for update using ((select app.role()) = 'officer') with check (false);
create policy staff_drop on assignments for delete using ((select app.role()) = 'admin' and status = 'draft');

create policy see on posts for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on posts for insert with check ((select app.role()) in ('admin', 'system'));
create policy count on posts for update using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_drop on posts for delete using ((select app.role()) = 'admin');

create policy see on officer_assignments for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on officer_assignments for insert with check (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy edit on officer_assignments for update using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));

-- Written by the trigger that counts places and by nothing else.
create policy see on place_events for select using ((select app.role()) in ('admin', 'system'));
create policy make on place_events for insert with check ((select app.role()) <> '' and pg_trigger_depth() > 0);

create policy see on attendance for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on attendance for insert with check (case when officer_id = (select app.officer_id())
    then state = 'open' else (select app.role()) in ('admin', 'system') end);
-- The own record: only while nobody has decided on it, and never to a decision.
create policy edit on attendance for update using (case when officer_id = (select app.officer_id())
    then state not in ('approved', 'locked') else (select app.role()) in ('admin', 'system') end)
  with check (case when officer_id = (select app.officer_id()) then state in ('open', 'submitted')
    else (select app.role()) in ('admin', 'system') end);

create policy see on overtime_requests for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on overtime_requests for insert with check (case when officer_id = (select app.officer_id())
    then status = 'pending' else (select app.role()) = 'system' end);
-- The own claim: only while it is undecided, and never to a decision. `expired` is written when the claimant touches it.
create policy edit on overtime_requests for update using (case when officer_id = (select app.officer_id())
    then status in ('pending', 'returned', 'expired') else (select app.role()) in ('admin', 'system') end)
  with check (case when officer_id = (select app.officer_id()) then status in ('pending', 'withdrawn', 'expired')
    else (select app.role()) in ('admin', 'system') end);

create policy see on contact_requests for select using (
  (select app.role()) in ('admin', 'system', 'super_admin') or officer_id = (select app.officer_id()));
create policy make on contact_requests for insert with check (officer_id = (select app.officer_id()) and status = 'new'
  and kind = case (select app.role()) when 'admin' then 'upgrade' when 'officer' then 'support' end);
create policy see on officer_certifications for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- The own one stays unverified, and is the officer's to change until somebody has verified it.
create policy make on officer_certifications for insert with check (case when officer_id = (select app.officer_id())
    then verified_by is null else (select app.role()) in ('admin', 'system') end);
create policy edit on officer_certifications for update using (case when officer_id = (select app.officer_id())
    then verified_by is null else (select app.role()) in ('admin', 'system') end)
  with check (case when officer_id = (select app.officer_id()) then verified_by is null
    else (select app.role()) in ('admin', 'system') end);
create policy drop on officer_certifications for delete using (case when officer_id = (select app.officer_id())
    then verified_by is null else (select app.role()) = 'admin' end);

-- For admins, never for whom it is about; written once, under one's own name.
create policy see on officer_notes for select using (
  (select app.role()) = 'system' or ((select app.role()) = 'admin' and officer_id <> (select app.officer_id())));
create policy make on officer_notes for insert with check ((select app.role()) = 'system'
  or ((select app.role()) = 'admin' and author_id = (select app.officer_id()) and officer_id <> (select app.officer_id())));

create policy see on notifications for select using (
  ((select app.role()) = 'admin' and officer_id is null) or officer_id = (select app.officer_id())
  or (select app.role()) = 'system');
-- An officer tells the admins; only they, and the jobs, tell others.
create policy make on notifications for insert with check ((select app.role()) in ('admin', 'system')
  or ((select app.role()) <> '' and (officer_id is null or officer_id = (select app.officer_id()))));
create policy edit on notifications for update using (
  ((select app.role()) = 'admin' and officer_id is null) or officer_id = (select app.officer_id()));
create policy clear on notifications for delete using (
  ((select app.role()) = 'admin' and officer_id is null) or officer_id = (select app.officer_id())
  or (select app.role()) = 'system');

-- What people write to the vendor: each reads the own back. Nobody but the vendor's staff answers.
create policy see on feature_requests for select using (
  officer_id = (select app.officer_id()) or (select app.role()) in ('super_admin', 'system'));
create policy send on feature_requests for insert with check (status = 'pending' and answer is null and case (select app.role())
  -- A visitor's request for a trial: of nobody, and read back by nobody but the vendor's staff.
  when 'anyone' then user_id is null and officer_id is null and trial_data is not null
  else officer_id = (select app.officer_id()) and user_id = (select app.user_id())
    and (select app.role()) in ('officer', 'admin') end);
create policy count on demo_request_counts using ((select app.role()) = 'anyone');
create policy see on problem_reports for select using (
  officer_id = (select app.officer_id()) or (select app.role()) in ('super_admin', 'system'));
create policy send on problem_reports for insert with check (
  officer_id = (select app.officer_id()) and user_id = (select app.user_id()) and status = 'pending' and answer is null
  and (select app.role()) in ('officer', 'admin'));

create policy see on faq_categories for select using ((select app.role()) in ('admin', 'officer'));
create policy staff_make on faq_categories for insert with check ((select app.role()) = 'admin');
create policy staff_edit on faq_categories for update using ((select app.role()) = 'admin');
create policy staff_drop on faq_categories for delete using ((select app.role()) = 'admin');
create policy see on faq_entries for select using (
  (select app.role()) = 'admin' or ((select app.role()) = 'officer' and published));
create policy staff_make on faq_entries for insert with check ((select app.role()) = 'admin');
create policy staff_edit on faq_entries for update using ((select app.role()) = 'admin');
create policy staff_drop on faq_entries for delete using ((select app.role()) = 'admin');

-- Own choices are for oneself to make; who is to be told what is read by the job alone.
create policy see on notification_settings for select using (
  officer_id = (select app.officer_id()) or (select app.role()) = 'system');
create policy make on notification_settings for insert with check (officer_id = (select app.officer_id()));
create policy edit on notification_settings for update using (officer_id = (select app.officer_id()));

create policy take on tellings for select using ((select app.role()) = 'system');
create policy hold on tellings for update using ((select app.role()) = 'system');
create policy drop on tellings for delete using ((select app.role()) = 'system');
create policy make on tellings for insert with check ((select app.role()) in ('admin', 'system')
  or ((select app.role()) <> '' and audience = 'admins')
  or (audience = 'officer' and officer_id = (select app.officer_id())));

create policy remind on reminders using ((select app.role()) = 'system');

create policy see on audit_entries for select using ((select app.role()) in ('admin', 'super_admin', 'system'));
create policy make on audit_entries for insert with check (
  actor_user_id is not distinct from (select app.user_id()) and actor_role = (select app.role()));

create policy see on audit_seals for select using ((select app.role()) in ('admin', 'super_admin', 'system'));
create policy make on audit_seals for insert with check ((select app.role()) = 'system');
create policy see on audit_seal_entries for select using ((select app.role()) in ('admin', 'super_admin', 'system'));
create policy make on audit_seal_entries for insert with check ((select app.role()) = 'system');

create policy own on idempotency_keys using (scope = (select app.scope()) or (select app.role()) = 'system');

create policy send on mails using ((select app.role()) = 'system');
create policy make on mails for insert with check ((select app.role()) <> '');

grant select, insert, update on organizations, accounts, officers, officer_imports, assignment_series,
  officer_assignments, attendance, overtime_requests, notification_settings to watchbill_app;
grant select, insert, update, delete on assignments, posts, assignment_templates to watchbill_app;
-- What stands for good once it is written, but for the columns that say what became of it.
grant select, insert on contact_requests, super_admin_users, sessions, account_links, sign_in_attempts, mails, place_events to watchbill_app;
grant select, insert, delete on notifications, idempotency_keys, tellings, reminders to watchbill_app;
grant select, insert on sign_in_notices, notice_acceptances to watchbill_app;
grant select, insert, update, delete on officer_certifications to watchbill_app;
grant select, insert on officer_notes to watchbill_app;
grant select, insert, delete on organization_logos to watchbill_app;
grant update (replaced_at) on organization_logos to watchbill_app;
grant update (active, account_id) on super_admin_users to watchbill_app;
grant select, insert, delete on sign_in_steps, passkey_challenges, factors, recovery_codes to watchbill_app;
grant update (ended_at) on sign_in_steps to watchbill_app; grant update (used_at) on passkey_challenges to watchbill_app;
grant update (name, last_step, counter, confirmed_at, last_used_at) on factors to watchbill_app;
grant update (hashes, made_at) on recovery_codes to watchbill_app; grant update (second_factor, locked_since, locked_until, locked_why) on memberships to watchbill_app;
grant update (last_seen_at, ended_at, ended_why, token_hash, second_factor_at, proved_at) on sessions to watchbill_app;
grant update (used_at) on account_links to watchbill_app;
grant update (outcome) on sign_in_attempts to watchbill_app;
grant update (state, attempts, next_try_at, last_error, sent_at) on mails to watchbill_app;
grant select, insert, delete on exports to watchbill_app;
grant update (rows_total, rows_done, state, alive_at, finished_at) on exports to watchbill_app;
grant update (read, read_at) on notifications to watchbill_app;
-- To lock what is taken away: nothing of it is ever changed.
grant update (about) on tellings to watchbill_app;
grant update (status, answer) on idempotency_keys to watchbill_app;
grant select, insert, delete on memberships, outbox to watchbill_app;
grant delete on sign_in_attempts, account_links, mails to watchbill_app;
grant select, insert on feature_requests, problem_reports to watchbill_app;
grant select, insert, delete, update (made) on demo_request_counts to watchbill_app;
grant select, insert, update, delete on faq_categories, faq_entries to watchbill_app;
grant select, insert on audit_entries, audit_seals, audit_seal_entries to watchbill_app;

-- Every change of these leaves an audit row and a poke. What is missing here, and why: audit_entries, its seals and outbox
-- are the record itself; idempotency_keys, mails, place_events, tellings, reminders and demo_request_counts follow from a recorded change; a half
-- sign-in and a challenge are kept for minutes, and what became of them is recorded as tries, sessions and factors.
do $$
declare
  r record;
begin
  for r in select * from (values
    -- table, topic, audience, id column, officer column, hidden, quiet, operations that follow from a recorded change
    ('organizations', 'organization', 'all', 'id', '', '', 'updated_at,version', ''),
    ('accounts', 'session', 'user', 'id', '', 'password_hash', '', ''),
    ('super_admin_users', '', 'user', 'id', '', '', '', ''),
    ('sessions', 'session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', ''),
    ('account_links', '', 'user', 'id', '', 'token_hash,password_hash', '', 'DELETE'),
    ('sign_in_attempts', '', 'user', 'id', '', '', '', 'DELETE'),
    ('factors', 'session', 'user', 'account_id', '', 'secret,last_step,credential_id,public_key,counter', 'last_step,counter,last_used_at', ''),
    ('recovery_codes', 'session', 'user', 'account_id', '', 'hashes', '', ''),
    ('memberships', 'officers', 'officer', 'officer_id', 'officer_id', '', 'second_factor', 'INSERT,DELETE'),
    ('officers', 'officers', 'officer', 'id', 'id', '', 'updated_at,version', ''),
    ('organization_logos', '', 'admins', 'id', '', 'webp,png', 'replaced_at', 'DELETE'),
    ('sign_in_notices', '', 'all', 'id', '', '', '', ''),
    ('notice_acceptances', 'officers', 'officer', 'officer_id', 'officer_id', '', '', ''),
    ('officer_imports', 'imports', 'admins', 'id', '', 'file_hash', 'rows_done', 'INSERT'),
    ('exports', 'exports', 'admins', 'id', '', '', 'rows_total,rows_done,alive_at', 'DELETE'),
    ('assignment_series', '', 'admins', 'id', '', '', '', ''),
    ('assignment_templates', 'assignments', 'admins', 'id', '', '', '', ''),
    ('assignments', 'assignments', 'all', 'id', '', '', 'updated_at,version,announced_at', ''),
    ('posts', 'assignments', 'all', 'assignment_id', '', '', 'confirmed_count', ''),
    ('officer_assignments', 'signups', 'officer', 'assignment_id', 'officer_id', '', 'updated_at,version', ''),
    ('attendance', 'attendance', 'officer', 'assignment_id', 'officer_id', '', 'updated_at,version', ''),
    ('feature_requests', 'feedback', 'officer', 'id', 'officer_id', 'description,trial_data', 'updated_at,version', ''),
    ('problem_reports', 'feedback', 'officer', 'id', 'officer_id', 'description,browser_info', 'updated_at,version', ''),
    ('faq_categories', 'faq', 'all', 'id', '', '', 'updated_at,version', ''),
    ('faq_entries', 'faq', 'all', 'id', '', '', 'updated_at,version', ''),
    ('officer_certifications', 'certifications', 'officer', 'id', 'officer_id', '', 'updated_at,version,reminded_days', ''),
    ('officer_notes', 'officers', 'admins', 'id', '', 'body', '', ''),
    ('overtime_requests', 'extra_time', 'officer', 'id', 'officer_id', '', 'updated_at,version,reminded_days', ''),
    ('contact_requests', 'contact', 'admins', 'id', 'officer_id', '', '', ''),
    ('notifications', 'notifications', 'officer', 'id', 'officer_id', '', '', 'INSERT'),
    ('notification_settings', 'notifications', 'officer', 'officer_id', 'officer_id', '', 'updated_at', '')
  ) as v(name, topic, audience, id_column, officer_column, hidden, quiet, derived) loop
    execute format('drop trigger if exists record_change on public.%I', r.name);
    execute format('create trigger record_change after insert or update or delete on public.%I for each row
      execute function app.record_change(%L, %L, %L, %L, %L, %L, %L)',
      r.name, r.topic, r.audience, r.id_column, r.officer_column, r.hidden, r.quiet, r.derived);
  end loop;
  -- Being seen, once a minute, is news to nobody: of a session only what ends or makes it is told.
  drop trigger if exists record_change_update on sessions;
  drop trigger record_change on sessions;
  create trigger record_change after insert or delete on sessions for each row
    execute function app.record_change('session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');
  create trigger record_change_update after update on sessions for each row
    when (to_jsonb(old) - 'last_seen_at' is distinct from to_jsonb(new) - 'last_seen_at')
    execute function app.record_change('session', 'user', 'user_id', '', 'token_hash', 'last_seen_at', '');
  drop trigger if exists mail_waits on mails;
  drop trigger if exists telling_waits on tellings;
end $$;

create or replace function app.poke_mail() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience) values (new.organization_id, 'mail', new.id, 'system');
  return null;
end $$;
create trigger mail_waits after insert on mails for each row execute function app.poke_mail();
revoke all on function app.poke_mail() from public;
grant execute on function app.poke_mail() to watchbill_app;

create or replace function app.poke_telling() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, audience) select distinct organization_id, 'telling', 'system' from told;
  return null;
end $$;
create trigger telling_waits after insert on tellings referencing new table as told
  for each statement execute function app.poke_telling();
revoke all on function app.poke_telling() from public;
grant execute on function app.poke_telling() to watchbill_app;
