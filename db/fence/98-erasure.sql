-- What erases an organization for good: a role of its own that reads and deletes, and nothing else, and only inside an
-- organization whose state says that it is erased (docs/decisions/0118). The application itself deletes nothing of the record.
-- The vendor's own books stay, as the law has it, each with its reason:
do $$
declare
  t text;
  -- What belongs to no tenant table and carries the organization all the same.
  strewn constant text[] := array['memberships', 'sessions', 'account_links', 'sign_in_steps', 'outbox'];
  kept constant text[] := array[
    'organization_erasures', -- the certificates themselves
    'vendor_reads',          -- the vendor's own record
    'billing_accounts', 'contracts', 'contract_versions', 'contract_charges',  -- books: what was sold and to whom
    'invoices', 'invoice_lines', 'invoice_numbers', 'invoice_documents', 'invoice_letters', 'number_series', -- books
    'payments', 'payment_allocations', 'refunds', 'billing_tasks', -- books
    'revenue_figures'        -- sums of the books
  ];
begin
  for t in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    continue when t = any (kept || strewn);
    execute format('grant select, delete on public.%I to watchbill_eraser', t);
    execute format('create policy erase on public.%I to watchbill_eraser
      using (organization_id = (select app.organization_id()) and (select app.erasing()))', t);
  end loop;
  foreach t in array strewn loop
    execute format('grant select, delete on public.%I to watchbill_eraser', t);
    execute format('create policy erase on public.%I to watchbill_eraser
      using ((select app.erasing()) and (organization_id = (select app.organization_id())%s))', t,
      case t when 'memberships' then ' or account_id = (select app.user_id())'
        when 'sessions' then ' or user_id = (select app.user_id())'
        when 'account_links' then ' or account_id = (select app.user_id())
          or (email_key = (select app.address()) and organization_id is null and kind <> ''super_admin'')'
        when 'sign_in_steps' then ' or account_id = (select app.user_id())' else '' end);
  end loop;
end $$;

-- What the vendor's staff noted about its letters, and the visitor's letter that it began with: that one stays as a request
-- among requests, without what it said.
create policy erase_traces on request_notes to watchbill_eraser using ((select app.erasing()) and request_id in (
  select r.id from feature_requests r where r.organization_id = (select app.organization_id())
    or r.trial_organization_id = (select app.organization_id())
  union all select p.id from problem_reports p where p.organization_id = (select app.organization_id())));
create policy erase_traces on feedback_merges to watchbill_eraser using ((select app.erasing())
  and (select app.organization_id()) in (from_organization_id, into_organization_id));
create policy erase_see on feature_requests for select to watchbill_eraser using (
  (select app.erasing()) and trial_organization_id = (select app.organization_id()));
create policy erase_traces on feature_requests for update to watchbill_eraser using (
  (select app.erasing()) and trial_organization_id = (select app.organization_id()));
grant update (title, description, trial_data) on feature_requests to watchbill_eraser;
drop trigger if exists poke_requests on feature_requests;
create trigger poke_requests after insert or update on feature_requests for each row
  when (current_user <> 'watchbill_eraser') execute function app.poke_requests();

-- A person who is nowhere else goes with it: the account of the id that was named, and what hangs on it.
grant select, delete on accounts, factors, recovery_codes to watchbill_eraser;
create policy erase on accounts to watchbill_eraser using (id = (select app.user_id()) and (select app.erasing())
  and not exists (select from memberships m where m.account_id = accounts.id)
  and not exists (select from super_admin_users u where u.account_id = accounts.id));
create policy erase on factors to watchbill_eraser using (account_id = (select app.user_id()) and (select app.erasing()));
create policy erase on recovery_codes to watchbill_eraser using (
  account_id = (select app.user_id()) and (select app.erasing()));
grant select, delete on sign_in_attempts to watchbill_eraser;
create policy erase on sign_in_attempts to watchbill_eraser using (
  email_key = (select app.address()) and (select app.erasing()));
grant select (id, account_id) on super_admin_users to watchbill_eraser;
create policy erase_see on super_admin_users for select to watchbill_eraser using (account_id = (select app.user_id()));
grant select (id, state) on organizations to watchbill_eraser;
create policy erase_see on organizations for select to watchbill_eraser using (id = (select app.organization_id()));

-- The certificate: asked for, called off and confirmed by super admins, each in the own name; what was erased is added up by the
-- eraser, in the transactions that erase.
create policy see on organization_erasures for select using ((select app.role()) in ('super_admin', 'system'));
create policy make on organization_erasures for insert with check (
  (select app.role()) = 'super_admin' and asked_by = (select app.user_id()) and confirmed_at is null
  and erase_after >= now() + interval '30 days');
create policy edit on organization_erasures for update using ((select app.role()) in ('super_admin', 'system'))
  with check ((select app.role()) = 'system' or (begun_at is null
    and (confirmed_by is null or confirmed_by = (select app.user_id()))
    and (called_off_by is null or called_off_by = (select app.user_id()))));
grant select, insert on organization_erasures to watchbill_app;
grant update (called_off_at, called_off_by, called_off_by_name, call_off_reason, confirmed_at, confirmed_by,
  confirmed_by_name, begun_at, seal_number, seal_digest, sealed_at, finished_at) on organization_erasures to watchbill_app;
grant select on organization_erasures to watchbill_vendor;
create policy vendor_see on organization_erasures for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');
grant select (organization_id, id, subject_id, confirmed_at, finished_at, rows) on organization_erasures to watchbill_eraser;
grant update (rows) on organization_erasures to watchbill_eraser;
create policy erase on organization_erasures for select to watchbill_eraser using (
  subject_id = (select app.organization_id()) and (select app.erasing()));
create policy erase_count on organization_erasures for update to watchbill_eraser using (
  subject_id = (select app.organization_id()) and confirmed_at is not null and finished_at is null and (select app.erasing()));
call app.record_table('organization_erasures', 'erasures', 'admins', 'id', '', '', 'rows', '');
