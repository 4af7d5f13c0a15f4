-- Numbers that people agreed to be texted at (docs/decisions/0226). Each row is a consent: when, to which words, and how it ended.
create table phones (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  -- A keyed hash: the department of a text that comes in is found by it.
  number_hash bytea not null check (length(number_hash) = 32),
  consented_at timestamptz not null default now(),
  consent_text text not null check (length(consent_text) <= 1000),
  code_hash bytea check (length(code_hash) = 32),
  code_expires_at timestamptz,
  code_tries integer not null default 0 check (code_tries >= 0),
  confirmed_at timestamptz,
  stopped_at timestamptz,
  stopped_why text check (stopped_why in ('by_person', 'stop_word', 'replaced', 'access_ended', 'merged')),
  primary key (organization_id, id),
  check ((stopped_at is null) = (stopped_why is null)),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create unique index phones_one_live on phones (organization_id, officer_id) where stopped_at is null;
create index phones_of on phones (organization_id, officer_id, consented_at desc);
create index phones_number on phones (number_hash) where stopped_at is null;

alter table deliveries
  -- The number that a reply by text has to name.
  add column reply_code text check (reply_code ~ '^[0-9]{4}$'),
  -- As the carrier bills it; null for what is not a text.
  add column segments integer check (segments > 0),
  add column provider_id text check (length(provider_id) <= 120);
create unique index deliveries_reply on deliveries (organization_id, target_id, reply_code) where reply_code is not null;

-- Officers who lose access are texted no more; if they come back, they confirm their number again.
create function app.end_officer_phones() returns trigger language plpgsql as $$
begin
  update phones set stopped_at = now(), stopped_why = 'access_ended'
    where organization_id = new.organization_id and officer_id = new.id and stopped_at is null;
  return null;
end $$;
create trigger end_phones after update of approved, suspended_at, rejected_at, left_on, user_id on officers for each row
  when (not new.approved or new.suspended_at is not null or new.rejected_at is not null or new.left_on is not null
    or new.user_id is distinct from old.user_id)
  execute function app.end_officer_phones();

-- After two rows of one person are merged, the person confirms the number again.
create function app.end_moved_phone() returns trigger language plpgsql as $$
begin
  new.stopped_why := coalesce(new.stopped_why, 'merged');
  new.stopped_at := coalesce(new.stopped_at, now());
  return new;
end $$;
create trigger end_moved before update of officer_id on phones for each row
  when (old.officer_id <> new.officer_id) execute function app.end_moved_phone();

-- A reply acts for the officer it was sent to, with the officer's rights only, and only while a session of theirs would have them.
create function app.act_as_officer(who uuid) returns boolean language plpgsql as $$
declare
  o record;
begin
  if (select app.role()) <> 'system' then raise exception 'only jobs act for officers'; end if;
  select f.user_id, f.approved, f.suspended_at, f.rejected_at, f.left_on, g.state into o
    from officers f join organizations g on g.id = f.organization_id
    where f.organization_id = (select app.organization_id()) and f.id = who;
  if o.user_id is null or not o.approved or o.suspended_at is not null or o.rejected_at is not null
     or coalesce(o.left_on <= now()::date, false) or o.state not in ('active', 'closing') then
    return false;
  end if;
  perform set_config('app.user_id', o.user_id::text, true), set_config('app.officer_id', who::text, true),
    set_config('app.role', 'officer', true);
  return true;
end $$;
