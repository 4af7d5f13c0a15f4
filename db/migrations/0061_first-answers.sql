-- A place offered to several at once is held for none of them: the first answer has it, whoever gives it.
create or replace function app.places_held(post posts, from_at timestamptz, to_at timestamptz, with_shared boolean, besides uuid)
returns integer language sql stable as $$
  with held as materialized (
    select h.starts_at, h.ends_at from place_holds h
    where h.organization_id = post.organization_id and h.post_id = post.id and h.signup_id is distinct from besides
      and h.starts_at < to_at and h.ends_at > from_at
      and (h.kind = 'confirmed' or (h.kind = 'offered' and h.until > now())))
  select case when post.split_minutes is null then post.confirmed_count else 0 end
    + coalesce((select max((select count(*) from held h where h.starts_at <= e.at and h.ends_at > e.at))
        from (select greatest(starts_at, from_at) as at from held) e), 0)::integer
$$;
