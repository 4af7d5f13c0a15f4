-- What happened before the figures were kept. The fence, laid behind every migration, is forced again there.
alter table audit_entries no force row level security;
alter table organizations no force row level security;
alter table overtime_requests no force row level security;
alter table attendance no force row level security;

-- How each department stood at first, and at each change that the audit knows. The one without a trace in the audit stood always as now.
with known as (
  select e.organization_id, e.id, e.at, e.before, e.after from audit_entries e
  join organizations g on g.id = e.organization_id and g.state <> 'vendor'
  where e.thing_type = 'organizations' and e.after is not null
), first as (
  select distinct on (k.organization_id) k.organization_id, coalesce(k.before, k.after) as row from known k order by k.organization_id, k.id
), stood as (
  select g.id as organization_id, 0 as id, g.created_at as at, coalesce(f.row, to_jsonb(g)) as row
  from organizations g left join first f on f.organization_id = g.id where g.state <> 'vendor'
  union all select k.organization_id, k.id, greatest(k.at, g.created_at), k.after from known k join organizations g on g.id = k.organization_id
    where k.before is not null
), told as (
  select organization_id, id, at, row ->> 'subscription_tier' as tier, row ->> 'state' as state, (row ->> 'trial_end_date')::date as ends,
    coalesce(row -> 'features_enabled', '{}') as features,
    row ->> 'logo_id' is not null or coalesce(row ->> 'primary_color', '#3b82f6') <> '#3b82f6' as branded
  from stood
), changed as (
  select t.*, lag(jsonb_build_array(tier, state, ends, features, branded)) over (partition by organization_id order by at, id)
    is distinct from jsonb_build_array(tier, state, ends, features, branded) as is_new from told t
)
insert into organization_standings (organization_id, at, tier, state, trial_end_date, features_enabled, branded)
select organization_id, at, coalesce(tier, 'basic'), coalesce(state, 'active'), ends, features, branded
from changed where is_new order by organization_id, at, id;

insert into feature_uses (organization_id, feature, day)
select distinct r.organization_id, 'overtime', (r.created_at at time zone g.time_zone)::date
from overtime_requests r join organizations g on g.id = r.organization_id
union
select distinct t.organization_id, 'location_verification', (t.checked_in_at at time zone g.time_zone)::date
from attendance t join organizations g on g.id = t.organization_id where t.in_position is not null and t.checked_in_at is not null;

insert into figure_marks (organization_id) select id from organizations where state not in ('vendor', 'erased');
