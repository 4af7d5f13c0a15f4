-- Contracts, invoices, payments: the vendor's staff and the jobs, inside one organization. Nobody of the department reads any of
-- it: what concerns it comes by mail.
do $$
declare
  t text;
begin
  foreach t in array array['billing_accounts', 'contracts', 'contract_versions', 'contract_charges', 'invoices', 'invoice_lines',
      'number_series', 'invoice_numbers', 'invoice_documents', 'invoice_letters', 'payments', 'payment_allocations', 'refunds', 'billing_tasks'] loop
    execute format('create policy staff on public.%I using ((select app.role()) in (''super_admin'', ''system''))', t);
    if t not in ('number_series', 'invoice_numbers') then
      execute format('create policy vendor_see on public.%I for select to watchbill_vendor using (
        (select app.role()) = ''super_admin'' and (select app.reason()) <> '''')', t);
    end if;
  end loop;
end $$;

grant select, insert, update on billing_accounts to watchbill_app;
grant select, insert on contracts, contract_versions, contract_charges, number_series, invoice_numbers, invoice_documents,
  invoice_letters, payments, payment_allocations, refunds, billing_tasks to watchbill_app;
grant update (renews, notice_days, purchase_order, cancelled_from, cancel_reason, cancelled_at, cancel_credits, updated_at, version)
  on contracts to watchbill_app;
grant select, insert, update, delete on invoices, invoice_lines to watchbill_app;
grant update (last) on number_series to watchbill_app;
grant update (allocated_cents, refunded_cents, reversed_on, reverse_reason, updated_at, version) on payments to watchbill_app;
grant update (amount_cents, updated_at) on payment_allocations to watchbill_app;
grant update (state, decided_by, decided_at, note) on billing_tasks to watchbill_app;

grant select on billing_accounts, contracts, contract_versions, contract_charges, invoices, invoice_lines, invoice_documents,
  invoice_letters, payments, payment_allocations, refunds, billing_tasks to watchbill_vendor;

-- The department's audit tells that and when; what the vendor notes for itself stays out of it.
call app.record_table('billing_accounts', 'billing', 'admins', 'organization_id', '', '', 'updated_at,version', '');
call app.record_table('contracts', 'billing', 'admins', 'id', '', 'cancel_reason', 'updated_at,version', '');
call app.record_table('contract_versions', 'billing', 'admins', 'contract_id', '', 'list_cents,note', '', '');
call app.record_table('invoices', 'billing', 'admins', 'id', '', 'note,seller,buyer', 'updated_at,version', '');
call app.record_table('invoice_lines', 'billing', 'admins', 'invoice_id', '', '', '', '');
call app.record_table('payments', 'billing', 'admins', 'id', '', 'reference,note,reverse_reason', 'allocated_cents,refunded_cents,updated_at,version', '');
call app.record_table('refunds', 'billing', 'admins', 'id', '', 'reference,reason', '', '');
call app.record_table('payment_allocations', 'billing', 'admins', 'invoice_id', '', '', 'updated_at', '');
call app.record_table('billing_tasks', 'billing', 'admins', 'id', '', 'note', '', '');
-- The screens follow: the document is there, the letter is on its way. Both come of what is recorded.
call app.record_table('invoice_documents', 'billing', 'admins', 'invoice_id', '', 'pdf', '', 'INSERT');
call app.record_table('invoice_letters', 'billing', 'admins', 'invoice_id', '', '', '', 'INSERT');
