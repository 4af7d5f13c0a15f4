-- The department that an entry of the vendor's log is about, beside what it holds: behind the fence no index looks inside of a row.
alter table audit_entries add column about uuid;
create function app.about_of(thing_type text, held jsonb) returns uuid language sql immutable as $$
  select nullif(held ->> case thing_type when 'organization_erasures' then 'subject_id' else 'organization_id' end,
    '00000000-0000-0000-0000-000000000000')::uuid
$$;
create function app.note_about() returns trigger language plpgsql as $$
begin
  new.about := app.about_of(new.thing_type, coalesce(new.after, new.before));
  return new;
end $$;
create trigger note_about before insert on audit_entries for each row
  when (new.organization_id = '00000000-0000-0000-0000-000000000000') execute function app.note_about();

-- The fence, laid behind every migration, is forced again there. What seals hold of an entry stays as it is.
alter table audit_entries no force row level security;
update audit_entries set about = app.about_of(thing_type, coalesce(after, before))
  where organization_id = '00000000-0000-0000-0000-000000000000' and app.about_of(thing_type, coalesce(after, before)) is not null;
-- The seals hold the row and not this column: it can say nothing else than the row does.
alter table audit_entries add constraint about_as_held check (organization_id <> '00000000-0000-0000-0000-000000000000'
  or about is not distinct from app.about_of(thing_type, coalesce(after, before)));
-- The condition is that of db/fence/84-vendor-audit.sql.
create index audit_entries_staff_about on audit_entries (about, at desc, id desc)
  where organization_id = '00000000-0000-0000-0000-000000000000' and (actor_role in ('super_admin', 'support')
    or action = 'super_admins.sign_in' or thing_type in ('super_admin_users', 'organization_erasures', 'vendor_settings', 'support_accesses'));
