-- The version before goes on serving: a new column, empty by default, and a longer time that only ends sooner when the job ran.
-- The swaps that ended because an admin moved the officer, or marked them as sick, as they were before: the undo restores them
-- (docs/decisions/0334).
alter table shift_changes add column swaps jsonb not null default '[]';

-- A spot that an admin's press freed is passed on once its undo is over, a minute later, and the job runs every 10 seconds: until
-- then nobody gets ahead of those who wait.
create or replace function app.is_kept(post posts) returns boolean
language sql stable as $$
  select exists (select from place_holds w where w.organization_id = post.organization_id and w.post_id = post.id
      and w.kind = 'waiting')
    and (post.freed_at > now() - interval '2 minutes' or exists (select from place_holds e
      where e.organization_id = post.organization_id and e.post_id = post.id and e.kind = 'offered'
        and e.until <= now() and e.until > now() - interval '1 minute'))
$$;
