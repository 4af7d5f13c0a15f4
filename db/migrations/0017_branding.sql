-- Logos as the server drew them anew, and links that prove a new address of an account.
create table organization_logos (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  webp bytea not null check (length(webp) between 1 and 1048576),
  png bytea not null check (length(png) between 1 and 2097152),
  width integer not null check (width between 1 and 1024),
  height integer not null check (height between 1 and 1024),
  created_by uuid,
  created_at timestamptz not null default now(),
  -- Since when another stands in its place, or none: mails that are out still show it for a while.
  replaced_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, created_by) references officers (organization_id, id)
);

-- The address of the logo follows from our own upload; nothing else can stand there.
alter table organizations drop column logo_url, add column logo_id uuid;
alter table organizations add column logo_url text
  generated always as ('/api/public/logos/' || id || '/' || logo_id || '.webp') stored;

create function app.guard_logo() returns trigger language plpgsql as $$
begin
  if not exists (select from organization_logos l where l.organization_id = new.id and l.id = new.logo_id
      and l.replaced_at is null) then
    raise exception 'no such logo' using errcode = '23503';
  end if;
  return new;
end $$;
create trigger guard_logo before insert or update of logo_id on organizations
  for each row when (new.logo_id is not null) execute function app.guard_logo();

-- The logo whose address was named: what the public may fetch.
create function app.logo() returns uuid language sql stable as
  $$ select nullif(current_setting('app.logo', true), '')::uuid $$;

-- What is shown: name always; colour and logo where the plan has branding, else the product's own.
create function app.shown_color(o organizations) returns text language sql stable as $$
  select case when app.has_feature(o.subscription_tier, o.features_enabled, 'custom_branding')
    then o.primary_color else '#3b82f6' end
$$;
create function app.shown_logo(o organizations) returns text language sql stable as $$
  select case when app.has_feature(o.subscription_tier, o.features_enabled, 'custom_branding') then o.logo_url end
$$;

alter table account_links add column account_id uuid references accounts (id);
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check check (
  kind in ('reset', 'register', 'claim', 'admin_setup', 'super_admin', 'address')
  and (kind = 'address') = (account_id is not null));
