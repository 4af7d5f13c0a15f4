-- Voice calls, receipts of the providers, and what they charge (docs/decisions/0230, 0231).
alter table deliveries
  drop constraint deliveries_channel_check,
  add constraint deliveries_channel_check check (channel in ('push', 'text', 'call')),
  -- What the provider says became of it, and for calls what the person did. The first word stands.
  add column receipt text check (receipt in ('delivered', 'undelivered', 'accepted', 'declined', 'answered', 'no_answer', 'busy',
    'machine', 'failed', 'opted_out')),
  add column receipt_at timestamptz,
  add column call_seconds integer check (call_seconds between 0 and 86400),
  -- Null: the provider has not told a price.
  add column price numeric(12, 6) check (price >= 0),
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add constraint deliveries_receipt_check1 check ((receipt is null) = (receipt_at is null)),
  add constraint deliveries_price_check1 check ((price is null) = (currency is null));

-- Null: no call. Departments that have chosen their minutes for orders get the default for calls; other events have none.
alter table channel_orders add column call_after integer check (call_after between 0 and 1440);
alter table channel_orders no force row level security;
alter table channel_orders disable trigger user;
update channel_orders set call_after = 5 where event = 'ordered_in';
alter table channel_orders enable trigger user;

-- A consent of its own: one to text messages is none to calls.
alter table phones
  add column call_consented_at timestamptz,
  add column call_consent_text text check (length(call_consent_text) <= 1000),
  add column call_stopped_at timestamptz,
  add constraint phones_call_consent_check check ((call_consented_at is null) = (call_consent_text is null)),
  add constraint phones_call_stopped_check check (call_stopped_at is null or call_consented_at is not null);

-- Messages and key presses that came in, by the provider's id: each counts once, and the same one again gets the same reply.
create table phone_replies (
  organization_id uuid not null references organizations (id),
  provider_id text not null check (length(provider_id) between 1 and 160),
  said text not null default '' check (length(said) <= 4000),
  created_at timestamptz not null default now(),
  primary key (organization_id, provider_id)
);
create index phone_replies_old on phone_replies (organization_id, created_at);

-- As before (0121), and a trial that is over ends answers by phone, as it ends them in the app.
create or replace function app.act_as_officer(who uuid) returns boolean language plpgsql as $$
declare
  o record;
begin
  if (select app.role()) <> 'system' then raise exception 'only jobs act for officers'; end if;
  select f.user_id, f.approved, f.suspended_at, f.rejected_at, f.left_on, g.state, g.subscription_tier, g.trial_end_date,
      g.time_zone into o
    from officers f join organizations g on g.id = f.organization_id
    where f.organization_id = (select app.organization_id()) and f.id = who;
  if o.user_id is null or not o.approved or o.suspended_at is not null or o.rejected_at is not null
     or coalesce(o.left_on <= now()::date, false) or o.state not in ('active', 'closing')
     or app.trial_over(o.subscription_tier, o.trial_end_date, o.time_zone, now()) then
    return false;
  end if;
  perform set_config('app.user_id', o.user_id::text, true), set_config('app.officer_id', who::text, true),
    set_config('app.role', 'officer', true);
  return true;
end $$;
