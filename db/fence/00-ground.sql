-- Row-level security, grants and the recording trigger, applied again after every migration: the files of this folder, by name,
-- in one transaction. A table of schema public is a tenant table unless `open_tables` below says in writing why not.
-- The runner makes the three roles before (they own nothing, are members of nothing, bypass nothing): watchbill_app, which serves
-- everybody inside one organization, watchbill_vendor, which reads for super admins across organizations, and watchbill_eraser.

revoke all on all tables in schema public from public, watchbill_app, watchbill_vendor, watchbill_eraser;
revoke all on all functions in schema app from public;
revoke create on schema public from public;
grant usage on schema public, app to watchbill_app, watchbill_vendor, watchbill_eraser;
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
    'support_accesses',   -- found by its session before the tenant is known
    'account_links',      -- found by the hash of its secret before the tenant is known
    'calendar_feeds',     -- found by the hash of its secret before the tenant is known
    'phones',             -- found by the hash of its number before the tenant is known
    'push_tokens',        -- found by the hash of a device's token, whatever the department
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
    execute format('create policy tenant on public.%I as restrictive to watchbill_app using (organization_id = (select app.organization_id()))
      with check (organization_id = (select app.organization_id()))', t);
    execute format('drop trigger if exists keep_organization on public.%I', t);
    execute format('create trigger keep_organization before update of organization_id on public.%I for each row
      when (old.organization_id <> new.organization_id) execute function app.keep_organization()', t);
  end loop;
end $$;

-- Every change of a recorded table leaves an audit row and a poke. What is not recorded, and why: audit_entries, its seals,
-- vendor_reads and outbox are the record itself; idempotency_keys, mails, place_events, shared_places, opportunities, force_members, order_receipts, tellings, reminders, deliveries, push_tokens, phone_replies, what an issued
-- invoice or a drafted instalment brings with it (numbers, charges), organization_figures and
-- demo_request_counts follow from a recorded change; a half sign-in and a challenge are kept for minutes, and what became of
-- them is recorded as tries, sessions and factors.
--   hidden: columns that no record shows; quiet: columns whose change alone is none; derived: operations that follow from a
--   recorded change.
create or replace procedure app.record_table(t text, topic text, audience text, id_column text, officer_column text,
  hidden text, quiet text, derived text) language plpgsql as $$
begin
  execute format('drop trigger if exists record_change on public.%I', t);
  -- What the eraser takes away stands in the certificate: the record of the organization goes too.
  execute format('create trigger record_change after insert or update or delete on public.%I for each row
    when (current_user <> ''watchbill_eraser'') execute function app.record_change(%L, %L, %L, %L, %L, %L, %L)',
    t, topic, audience, id_column, officer_column, hidden, quiet, derived);
end $$;
