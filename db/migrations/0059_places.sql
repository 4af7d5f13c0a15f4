-- Places by the minute: posts whose time may be taken in parts, places that an offer holds, and who waits for one.
alter table posts
  -- null: the post is taken whole; else the smallest piece that an officer takes of its time.
  add column split_minutes integer check (split_minutes between 15 and 720),
  -- A place came free while somebody waits for one; null again once it has been passed on.
  add column freed_at timestamptz;
create index posts_freed on posts (organization_id, freed_at) where freed_at is not null;

-- Neither points to its own table by a foreign key: the eraser empties a table by batches.
alter table officer_assignments
  -- One of several offers of the same place: the first answer has it.
  add column offer_shared boolean not null default false,
  -- Whose place this signup is offered or took over, and who took over this one.
  add column replaces_id uuid,
  add column successor_id uuid;
create index signups_offered on officer_assignments (organization_id, offer_expires_at) where status = 'offered';
create index signups_replacing on officer_assignments (organization_id, replaces_id) where replaces_id is not null;
create index signups_leaving on officer_assignments (organization_id, calloff_requested_at) where status = 'calloff_requested';

-- What of a post's time is spoken for, by nobody's name, so that every officer may read it: offers, who waits, and on a post
-- that is taken in parts each confirmed part. Written by the trigger that counts places and by nothing else.
create table place_holds (
  organization_id uuid not null references organizations (id),
  signup_id uuid not null,
  assignment_id uuid not null,
  post_id uuid not null,
  -- `shared` offers go to several at once; a `replacing` one holds nothing beside the place it would take over.
  kind text not null check (kind in ('confirmed', 'offered', 'shared', 'replacing', 'waiting')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- When an offer ends, by the clock.
  until timestamptz,
  applied_at timestamptz not null,
  primary key (organization_id, signup_id),
  foreign key (organization_id, signup_id) references officer_assignments (organization_id, id) on delete cascade,
  foreign key (organization_id, assignment_id, post_id) references posts (organization_id, assignment_id, id) on delete cascade
);
create index place_holds_post on place_holds (organization_id, post_id, kind, applied_at, signup_id);

create function app.hold_kind(s officer_assignments, split boolean) returns text language sql immutable as $$
  select case when s.status = 'waitlisted' then 'waiting'
    when s.status = 'offered' and s.replaces_id is not null then 'replacing'
    when s.status = 'offered' and s.offer_shared then 'shared'
    when s.status = 'offered' then 'offered'
    when split and app.holds_place(s.status) then 'confirmed' end
$$;

-- The places held at the fullest minute of a range: confirmed ones, open offers, and offers to several where they count.
create function app.places_held(post posts, from_at timestamptz, to_at timestamptz, with_shared boolean, besides uuid)
returns integer language sql stable as $$
  with held as materialized (
    select h.starts_at, h.ends_at from place_holds h
    where h.organization_id = post.organization_id and h.post_id = post.id and h.signup_id is distinct from besides
      and h.starts_at < to_at and h.ends_at > from_at
      and (h.kind = 'confirmed' or (h.until > now() and (h.kind = 'offered' or (h.kind = 'shared' and with_shared)))))
  select case when post.split_minutes is null then post.confirmed_count else 0 end
    + coalesce((select max((select count(*) from held h where h.starts_at <= e.at and h.ends_at > e.at))
        from (select greatest(starts_at, from_at) as at from held) e), 0)::integer
$$;

-- Whether a place that came free is kept for those who wait until it has been passed on: for a minute at most, so that a job that
-- does not run keeps nobody out.
create function app.is_kept(post posts) returns boolean language sql stable as $$
  select exists (select from place_holds w where w.organization_id = post.organization_id and w.post_id = post.id
      and w.kind = 'waiting')
    and (post.freed_at > now() - interval '1 minute' or exists (select from place_holds e
      where e.organization_id = post.organization_id and e.post_id = post.id and e.kind = 'offered'
        and e.until <= now() and e.until > now() - interval '1 minute'))
$$;

-- The places of a split post that are covered from its first minute to its last.
create function app.places_covered(post posts) returns integer language sql stable as $$
  with held as materialized (select h.starts_at, h.ends_at from place_holds h
    where h.organization_id = post.organization_id and h.post_id = post.id and h.kind = 'confirmed')
  select coalesce(min((select count(*) from held h where h.starts_at <= e.at and h.ends_at > e.at)), 0)::integer
  from (select post.starts_at as at union select ends_at from held where ends_at < post.ends_at) e
$$;

-- Counts the places of a post anew after a signup took or gave up one, on the post's own locked row.
create function app.recount_post(organization uuid, which uuid, change integer, freed boolean, at timestamptz)
returns posts language plpgsql as $$
declare
  post posts;
  was integer;
begin
  select * into post from posts where organization_id = organization and id = which for no key update;
  if post.id is null then return null; end if;
  was := post.confirmed_count;
  if post.split_minutes is null then post.confirmed_count := was + change;
  elsif change <> 0 then post.confirmed_count := app.places_covered(post); end if;
  -- Who takes a place away while others wait leaves it to them: the job that passes it on is woken.
  freed := freed and exists (select from place_holds h where h.organization_id = organization and h.post_id = which
    and h.kind = 'waiting');
  if freed or post.confirmed_count <> was then
    update posts set confirmed_count = post.confirmed_count, freed_at = case when freed then now() else freed_at end
      where organization_id = organization and id = which;
  end if;
  if freed then insert into outbox (organization_id, topic, audience) values (organization, 'place_freed', 'system'); end if;
  insert into place_events (organization_id, assignment_id, at, delta)
    select organization, post.assignment_id, at, sign(post.confirmed_count - was)
    from generate_series(1, abs(post.confirmed_count - was));
  return post;
end $$;

-- As before (0020), and each minute of a post counts for itself where it is taken in parts; an open offer counts as held. The
-- constraint's name says so whichever of the two refuses.
create or replace function app.count_places() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and app.holds_place(old.status);
  is_now boolean := tg_op <> 'DELETE' and app.holds_place(new.status);
  stays boolean := tg_op = 'UPDATE' and new.post_id = old.post_id;
  held boolean := was or (tg_op <> 'INSERT' and old.status = 'offered' and old.replaces_id is null);
  split boolean;
  kind text;
  post posts;
  answers boolean;
begin
  if tg_op <> 'INSERT' and not stays then
    delete from place_holds where organization_id = old.organization_id and signup_id = old.id;
    perform app.recount_post(old.organization_id, old.post_id, -was::integer, held, now());
  end if;
  if tg_op = 'DELETE' then return null; end if;
  select p.split_minutes is not null into split from posts p
    where p.organization_id = new.organization_id and p.id = new.post_id;
  kind := app.hold_kind(new, split);
  if kind is null then
    if tg_op = 'UPDATE' then
      delete from place_holds where organization_id = new.organization_id and signup_id = new.id;
    end if;
  else
    insert into place_holds as h (organization_id, signup_id, assignment_id, post_id, kind, starts_at, ends_at, until, applied_at)
      values (new.organization_id, new.id, new.assignment_id, new.post_id, kind, new.starts_at, new.ends_at,
        case when new.status = 'offered' then new.offer_expires_at end, new.applied_at)
      on conflict (organization_id, signup_id) do update set post_id = excluded.post_id, kind = excluded.kind,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, until = excluded.until;
  end if;
  -- A shift that was moved takes its signups along: what each of them covers stays the same.
  if stays and new.status = old.status then return null; end if;
  post := app.recount_post(new.organization_id, new.post_id, is_now::integer - (stays and was)::integer,
    stays and held and not is_now and kind is distinct from 'offered',
    case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end);
  if (is_now and not (stays and was)) or kind = 'offered' then
    -- Who answers an offer, or takes over a place, does not compete with those who were offered the same one.
    answers := new.replaces_id is not null or (tg_op = 'UPDATE' and old.status = 'offered') or kind = 'offered';
    if app.places_held(post, new.starts_at, new.ends_at, not answers, null) > post.required_count then
      raise exception 'no place left' using errcode = '23514', constraint = 'posts_not_over', table = 'posts';
    end if;
  end if;
  return null;
end $$;
drop trigger count_places on officer_assignments;
create trigger count_places after insert or update of status, post_id, starts_at, ends_at, offer_expires_at, offer_shared
  or delete on officer_assignments
  for each row when (current_user <> 'watchbill_eraser') execute function app.count_places();

-- A post that becomes one of parts, or whole again, or larger: what is held is written down anew, and who waits is thought of.
create function app.settle_post() returns trigger language plpgsql as $$
begin
  if (new.split_minutes is null) <> (old.split_minutes is null) then
    delete from place_holds where organization_id = new.organization_id and post_id = new.id and kind = 'confirmed';
    if new.split_minutes is not null then
      insert into place_holds (organization_id, signup_id, assignment_id, post_id, kind, starts_at, ends_at, applied_at)
      select s.organization_id, s.id, s.assignment_id, s.post_id, 'confirmed', s.starts_at, s.ends_at, s.applied_at
      from officer_assignments s where s.organization_id = new.organization_id and s.assignment_id = new.assignment_id
        and s.post_id = new.id and app.holds_place(s.status);
    end if;
  end if;
  if new.required_count > old.required_count and exists (select from place_holds h
      where h.organization_id = new.organization_id and h.post_id = new.id and h.kind = 'waiting') then
    update posts set freed_at = now() where organization_id = new.organization_id and id = new.id;
    insert into outbox (organization_id, topic, audience) values (new.organization_id, 'place_freed', 'system');
  end if;
  return null;
end $$;
create trigger settle_post after update of split_minutes, required_count on posts
  for each row execute function app.settle_post();

-- Those who wait already.
alter table officer_assignments no force row level security;
insert into place_holds (organization_id, signup_id, assignment_id, post_id, kind, starts_at, ends_at, until, applied_at)
select s.organization_id, s.id, s.assignment_id, s.post_id, app.hold_kind(s, false), s.starts_at, s.ends_at,
  case when s.status = 'offered' then s.offer_expires_at end, s.applied_at
from officer_assignments s where app.hold_kind(s, false) is not null;

-- Call-off by notice: free above `calloff_notice_minutes`, with a replacement above `calloff_desk_minutes`, by telephone below it.
alter table organizations
  add column calloff_desk_minutes integer not null default 0 check (calloff_desk_minutes between 0 and 43200);
