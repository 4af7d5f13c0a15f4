-- Pushes to the native app (docs/decisions/0257): Apple and Google know a device by a token, where a browser has an address and keys.
alter table push_subscriptions
  add column platform text not null default 'web' check (platform in ('web', 'ios', 'android')),
  alter column p256dh drop not null,
  alter column auth drop not null,
  add constraint push_subscriptions_keys_check check ((platform = 'web') = (p256dh is not null)
    and (platform = 'web') = (auth is not null));
drop index push_subscriptions_endpoint;
create unique index push_subscriptions_endpoint on push_subscriptions (organization_id, endpoint) where platform = 'web';

-- Whose a device's token is now, across departments: a phone that another account signs in to belongs to that account. A
-- subscription without its row here receives nothing and is deleted by its department's jobs.
create table push_tokens (
  organization_id uuid not null references organizations (id),
  subscription_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  primary key (organization_id, subscription_id),
  foreign key (organization_id, subscription_id) references push_subscriptions (organization_id, id) on delete cascade
);
create unique index push_tokens_hash on push_tokens (token_hash);

-- The hash of the token that the caller has proved to have, for the transaction that registers it.
create function app.device() returns bytea language sql stable as
  $$ select decode(nullif(current_setting('app.device', true), ''), 'hex') $$;
