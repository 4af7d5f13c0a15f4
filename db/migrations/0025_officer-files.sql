-- What a department keeps of its officers: certifications, and the notes of its admins.
create table officer_certifications (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  type text not null check (length(type) between 1 and 80),
  number text check (length(number) between 1 and 60),
  issued_on date not null,
  -- The last day on which it is valid; null: it does not expire.
  expires_on date,
  verified_by uuid,
  verified_at timestamptz,
  -- Days before the expiry that were told last: 60, 30, 7.
  reminded_days integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, verified_by) references officers (organization_id, id),
  constraint certifications_in_order check (expires_on is null or expires_on >= issued_on),
  -- Nobody verifies their own.
  constraint certifications_not_own check (verified_by is null or verified_by <> officer_id),
  constraint certifications_verified check ((verified_by is null) = (verified_at is null))
);
create index certifications_officer on officer_certifications (organization_id, officer_id, lower(type), expires_on);
create index certifications_expiring on officer_certifications (organization_id, expires_on) where expires_on is not null;

create table officer_notes (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  author_id uuid not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, author_id) references officers (organization_id, id),
  constraint notes_not_own check (author_id <> officer_id)
);
create index notes_officer on officer_notes (organization_id, officer_id, created_at desc, id desc);

-- A verification is of what stands there: it is given by oneself, and does not outlive a change.
create function app.guard_certification() returns trigger language plpgsql as $$
begin
  if app.role() not in ('officer', 'admin') then return new; end if;
  if tg_op = 'UPDATE' and (new.id, new.officer_id) <> (old.id, old.officer_id)
     or new.verified_by <> app.officer_id() and (tg_op = 'INSERT' or new.verified_by is distinct from old.verified_by)
     or tg_op = 'UPDATE' and new.verified_at is not null and new.verified_at is not distinct from old.verified_at
       and (new.type, new.number, new.issued_on, new.expires_on) is distinct from
         (old.type, old.number, old.issued_on, old.expires_on) then
    raise exception 'not_allowed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_certification before insert or update on officer_certifications
  for each row execute function app.guard_certification();
