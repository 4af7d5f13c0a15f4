-- A swap may name the colleague's shift from the start. Where that shift is not the colleague's any more, the open swap ends like one
-- that was answered: what was asked for is not there.
create or replace function app.end_swaps() returns trigger language plpgsql as $$
begin
  update swaps set state = 'ended', updated_at = now(), version = version + 1
    where organization_id = new.organization_id and signup_id = new.id and state in ('open', 'answered', 'agreed');
  update swaps set state = case when to_officer_id is null then 'open' else 'refused' end, taker_id = null, taker_name = null,
      counter_signup_id = null, counter_assignment_id = null, counter_post_id = null, counter_starts_at = null,
      counter_ends_at = null, updated_at = now(), version = version + 1
    where organization_id = new.organization_id and counter_signup_id = new.id and state in ('open', 'answered', 'agreed');
  return null;
end $$;
