-- Mail that waits to be sent.
create table mails (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (organization_id, id)
);
create index on mails (organization_id, next_try_at) where state in ('waiting', 'sending');
create index on mails (organization_id, created_at);
