-- Deleting an organization: asked for, 30 days, confirmed, erased by a job. What remains is one row here, under the vendor's own
-- organization: the certificate. A request that was called off stays as such.
create table organization_erasures (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  subject_id uuid not null,
  -- Kept for the certificate alone: by them it says what was erased.
  subject_name text not null,
  subject_subdomain text not null,
  state_before text not null check (state_before in ('active', 'suspended')),
  reason text not null check (length(reason) between 1 and 500),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null default now(),
  erase_after timestamptz not null,
  called_off_at timestamptz,
  called_off_by uuid,
  called_off_by_name text,
  call_off_reason text check (length(call_off_reason) between 1 and 500),
  confirmed_at timestamptz,
  confirmed_by uuid,
  confirmed_by_name text,
  -- From here on nobody gets in, and batch by batch goes.
  begun_at timestamptz,
  -- The last seal of the organization's audit, as its anchor has it; null where nothing was ever sealed.
  seal_number bigint,
  seal_digest text check (seal_digest ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  -- Rows erased, by table.
  rows jsonb not null default '{}' check (jsonb_typeof(rows) = 'object'),
  finished_at timestamptz,
  primary key (organization_id, id),
  check (organization_id = '00000000-0000-0000-0000-000000000000'),
  check (called_off_at is null or confirmed_at is null),
  check (confirmed_at is null or confirmed_at >= erase_after),
  check (begun_at is null or confirmed_at is not null),
  check (finished_at is null or begun_at is not null)
);
create unique index organization_erasures_open on organization_erasures (organization_id, subject_id)
  where called_off_at is null;
create index organization_erasures_latest on organization_erasures (organization_id, asked_at desc, id desc);

-- What was written once stays as it was written; a finished certificate stays whole.
create function app.guard_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.finished_at is not null
     or (new.subject_id, new.subject_name, new.subject_subdomain, new.state_before, new.reason, new.asked_by,
       new.asked_by_name, new.asked_at, new.erase_after)
       <> (old.subject_id, old.subject_name, old.subject_subdomain, old.state_before, old.reason, old.asked_by,
       old.asked_by_name, old.asked_at, old.erase_after)
     or old.called_off_at is not null or old.confirmed_at is not null and (new.confirmed_at, new.confirmed_by)
       is distinct from (old.confirmed_at, old.confirmed_by)
     or old.begun_at is not null and (new.begun_at, new.seal_number, new.seal_digest)
       is distinct from (old.begun_at, old.seal_number, old.seal_digest) then
    raise exception 'a certificate is written once' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_erasure before update or delete on organization_erasures
  for each row execute function app.guard_erasure();

-- Whether the organization in scope is erased, or being erased: its state says so, which follows from `closing` alone.
create function app.erasing() returns boolean language sql stable as $$
  select exists (select from organizations o where o.id = app.organization_id() and o.state = 'erased')
$$;

-- The eraser's entry into one organization; into any other it does not get.
create function app.enter_eraser(organization uuid) returns timestamptz language plpgsql as $$
begin
  perform set_config('app.role', 'system', true), set_config('app.call', 'job.erase_organization', true),
    set_config('app.organization_id', organization::text, true);
  if not app.erasing() then raise exception 'this organization is not being erased' using errcode = '42501'; end if;
  return clock_timestamp();
end $$;

-- What the eraser takes away is counted in the certificate and nowhere else.
drop trigger count_places on officer_assignments;
create trigger count_places after insert or update of status, post_id or delete on officer_assignments
  for each row when (current_user <> 'watchbill_eraser') execute function app.count_places();
drop trigger count_officers_out on officers;
create trigger count_officers_out after delete on officers referencing old table as old_rows
  for each statement when (current_user <> 'watchbill_eraser') execute function app.count_officers();
drop trigger count_extra_time on overtime_requests;
create trigger count_extra_time after insert or update of status or delete on overtime_requests
  for each row when (current_user <> 'watchbill_eraser') execute function app.count_extra_time();
