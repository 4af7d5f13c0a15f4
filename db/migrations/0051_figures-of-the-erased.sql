-- What an erased department's months came to stays in the vendor's totals: under a number drawn when it is erased, in the vendor's own
-- organization, without anything that says which department it was.
create table past_figures (like month_figures including defaults including constraints);
alter table past_figures drop column computed_at, add column series uuid not null,
  add primary key (organization_id, series, month), add check (organization_id = '00000000-0000-0000-0000-000000000000');
create index past_figures_month on past_figures (month);

create table past_fill_times (like month_fill_times including defaults including constraints);
alter table past_fill_times add column series uuid not null,
  add primary key (organization_id, series, month, minutes), add check (organization_id = '00000000-0000-0000-0000-000000000000');
create index past_fill_times_month on past_fill_times (month, minutes) include (shifts);
create index past_fill_times_tier on past_fill_times (tier, month, minutes) include (shifts);
