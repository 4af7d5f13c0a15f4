-- What several people ask for is one thing to work: the others are merged into it, and each sender counts as a vote.
alter table feature_requests add column votes integer not null default 1 check (votes > 0), add column merged_at timestamptz;
alter table problem_reports add column votes integer not null default 1 check (votes > 0), add column merged_at timestamptz;

-- The vendor's book of what was merged into what, across departments; one deep: what others were merged into is merged into nothing.
create table feedback_merges (
  organization_id uuid not null references organizations (id),
  request_id uuid not null,
  from_organization_id uuid not null references organizations (id) on delete cascade,
  into_id uuid not null,
  into_organization_id uuid not null references organizations (id) on delete cascade,
  -- Whose vote it is: the account that sent it.
  person uuid not null,
  merged_by uuid references super_admin_users (id) on delete set null,
  merged_at timestamptz not null default now(),
  primary key (organization_id, request_id),
  check (request_id <> into_id)
);
create index feedback_merges_into on feedback_merges (organization_id, into_id);

-- The worked lists: newest first, and those that most people ask for.
create index feature_requests_latest on feature_requests (created_at desc, id desc) where trial_data is null;
create index feature_requests_votes on feature_requests (votes desc, created_at desc, id desc) where trial_data is null;
create index problem_reports_latest on problem_reports (created_at desc, id desc);
create index problem_reports_votes on problem_reports (votes desc, created_at desc, id desc);

-- A request that goes, with its department, takes the vendor's notes and merges along; those merged into it stand by themselves again.
create function app.forget_request() returns trigger language plpgsql as $$
declare
  vendor constant uuid := '00000000-0000-0000-0000-000000000000';
  kept text := current_setting('app.organization_id', true);
begin
  perform set_config('app.organization_id', vendor::text, true);
  delete from request_notes n where n.organization_id = vendor and n.request_id = old.id;
  delete from feedback_merges m where m.organization_id = vendor and m.request_id = old.id;
  delete from feedback_merges m where m.organization_id = vendor and m.into_id = old.id;
  perform set_config('app.organization_id', coalesce(kept, ''), true);
  return null;
end $$;
create trigger forget_request after delete on feature_requests for each row execute function app.forget_request();
create trigger forget_request after delete on problem_reports for each row execute function app.forget_request();
