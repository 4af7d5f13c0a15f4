-- What the vendor's staff did: in the vendor's own log, and of a department's log what that staff did in the vendor's own books there
-- (docs/decisions/0147). What people who are not signed in leave in the vendor's log is not part of it.
grant select (organization_id, id, at, request_id, action, actor_user_id, actor_role, thing_type, thing_id, about, before, after, ip, user_agent)
  on audit_entries to watchbill_vendor;
create policy vendor_see on audit_entries for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '' and (
    organization_id = '00000000-0000-0000-0000-000000000000' and (actor_role in ('super_admin', 'support')
      or action = 'super_admins.sign_in' or thing_type in ('super_admin_users', 'organization_erasures', 'vendor_settings', 'support_accesses'))
    or actor_role = 'super_admin' and thing_type in ('organizations', 'billing_accounts', 'contracts', 'contract_versions', 'invoices',
      'invoice_lines', 'payments', 'payment_allocations', 'refunds', 'billing_tasks', 'contact_requests', 'support_accesses')));
grant select (organization_id, seal_number, entry_id) on audit_seal_entries to watchbill_vendor;
create policy vendor_see on audit_seal_entries for select to watchbill_vendor using ((select app.role()) = 'super_admin'
  and (select app.reason()) <> '' and organization_id = '00000000-0000-0000-0000-000000000000');
