-- A visitor's request for a trial is a wish of nobody with an account, under the vendor's reserved organization.
alter table feature_requests add column trial_data jsonb,
  add constraint feature_requests_trial check (trial_data is null or (user_id is null and officer_id is null
    and jsonb_typeof(trial_data) = 'object'
    and trial_data ?& array['organizationName', 'contactName', 'email', 'phone', 'teamSize', 'message']));
create index feature_requests_trials on feature_requests (organization_id, created_at desc, id desc)
  where trial_data is not null;

-- How many requests were stored in an hour, by source (a hash) and, with the empty source, in all.
create table demo_request_counts (
  organization_id uuid not null references organizations (id),
  source text not null check (source = '' or source ~ '^[0-9a-f]{64}$'),
  hour timestamptz not null,
  made integer not null check (made > 0),
  primary key (organization_id, source, hour)
);
