-- What each department's contract came to at the end of each month, a year: what revenue and its movements are added up from.
create table revenue_figures (
  organization_id uuid not null references organizations (id),
  -- The first day of a month of UTC: contracts are made in days, not in a department's zone.
  month date not null check (month = date_trunc('month', month)),
  currency text not null,
  -- Of the contract's version; of the one before it, where there is none any more.
  tier text not null,
  opening_tier text not null,
  -- For a whole year: as the month before ended, and as this one ended or stands now.
  opening_cents bigint not null check (opening_cents >= 0),
  closing_cents bigint not null check (closing_cents >= 0),
  computed_at timestamptz not null default now(),
  primary key (organization_id, month, currency),
  check (opening_cents + closing_cents > 0)
);
create index revenue_figures_month on revenue_figures (month);

create function app.mark_contract() returns trigger language plpgsql as $$
begin
  insert into figure_marks (organization_id, at, onward)
    values (new.organization_id, new.starts_on::timestamp at time zone 'UTC', true);
  return null;
end $$;
create trigger mark_contract after insert or update on contracts for each row execute function app.mark_contract();

create function app.mark_contract_version() returns trigger language plpgsql as $$
begin
  insert into figure_marks (organization_id, at, onward)
    values (new.organization_id, new.effective_on::timestamp at time zone 'UTC', true);
  return null;
end $$;
create trigger mark_contract_version after insert or update on contract_versions
  for each row execute function app.mark_contract_version();
