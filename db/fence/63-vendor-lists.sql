-- The vendor's staff sees at once what changed in what it lists of organizations.
create or replace function app.poke_organizations() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, thing_id, audience)
  values ('00000000-0000-0000-0000-000000000000', 'organizations', new.id, 'admins');
  return null;
end $$;
drop trigger if exists poke_organizations on organizations;
create trigger poke_organizations after insert or update of name, subdomain, subscription_tier, features_enabled, trial_end_date,
  max_officers, state on organizations for each row execute function app.poke_organizations();
