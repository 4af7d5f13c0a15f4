-- What the vendor's staff did, among all that the vendor's log holds of people who are not signed in: read by time, and by person.
-- The condition is that of db/fence/84-vendor-audit.sql.
create index audit_entries_staff on audit_entries (at desc, id desc)
  where organization_id = '00000000-0000-0000-0000-000000000000' and (actor_role in ('super_admin', 'support')
    or action = 'super_admins.sign_in' or thing_type in ('super_admin_users', 'organization_erasures', 'vendor_settings', 'support_accesses'));
create index audit_entries_staff_person on audit_entries (actor_user_id, at desc, id desc)
  where organization_id = '00000000-0000-0000-0000-000000000000' and (actor_role in ('super_admin', 'support')
    or action = 'super_admins.sign_in' or thing_type in ('super_admin_users', 'organization_erasures', 'vendor_settings', 'support_accesses'));
create index vendor_reads_person on vendor_reads (organization_id, user_id, at desc);
