-- Requests as the vendor's staff work them: a visitor's has a state of its own beside the specification's `status`, somebody whose it
-- is, and a next step; every request has notes that its sender never reads.
alter table feature_requests
  add column trial_state text check (trial_state in ('new', 'contacted', 'trial_started', 'won', 'lost')),
  add column owner_id uuid references super_admin_users (id) on delete set null,
  add column next_step_on date,
  add column closed_reason text check (length(closed_reason) between 1 and 500),
  add column trial_organization_id uuid references organizations (id) on delete set null,
  add column worked_at timestamptz;
update feature_requests set trial_state = 'new' where trial_data is not null;
alter table feature_requests
  add constraint feature_requests_worked check ((trial_data is null) = (trial_state is null)
    and (trial_state is not null or num_nonnulls(owner_id, next_step_on, closed_reason, trial_organization_id, worked_at) = 0)),
  add constraint feature_requests_closed check (trial_state is null
    or (trial_state in ('won', 'lost')) = (closed_reason is not null)),
  -- The specification's words follow: who reads them there is not told otherwise.
  add constraint feature_requests_told check (trial_state is null or status = case trial_state
    when 'new' then 'pending' when 'won' then 'done' when 'lost' then 'declined' else 'in_progress' end);
create index feature_requests_trial_state on feature_requests (organization_id, trial_state, created_at desc, id desc)
  where trial_state is not null;

create table request_notes (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  -- A row of a department: a foreign key would leave the tenant, so app.forget_request() takes the notes along.
  request_id uuid not null,
  author_id uuid references super_admin_users (id) on delete set null,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index request_notes_of on request_notes (organization_id, request_id, created_at, id);

-- The vendor's staff hears of what departments and visitors write, and of what a colleague does with it.
create function app.poke_requests() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience)
  values ('00000000-0000-0000-0000-000000000000', 'requests', new.id, 'admins');
  return null;
end $$;
create trigger poke_requests after insert or update on feature_requests for each row execute function app.poke_requests();
create trigger poke_requests after insert or update on problem_reports for each row execute function app.poke_requests();
