-- Eight triggers on a sign-up become three: one checks and dates the row before it is written, one brings everything that follows
-- from it up to date, and the count of opportunities waits for the end of the transaction as before.
drop trigger guard_signup on officer_assignments;
drop trigger note_calloff on officer_assignments;
drop trigger count_places on officer_assignments;
drop trigger share_place on officer_assignments;
drop trigger end_swaps on officer_assignments;
drop trigger end_moved_swaps on officer_assignments;
drop trigger note_order_place on officer_assignments;
drop function app.note_calloff();
drop function app.count_places();
drop function app.share_place();
drop function app.end_swaps();
drop function app.note_order_place();

-- As before (0089), and the date of a call-off (0023) is computed here, whatever the statement says.
create or replace function app.guard_signup() returns trigger language plpgsql as $$
declare
  fixed constant text[] := array['status', 'calloff_reason', 'calloff_requested_at', 'updated_at', 'version'];
  who constant text := app.role();
  me uuid;
  mode text;
begin
  if who in ('officer', 'admin') then
    me := app.officer_id();
    if tg_op = 'UPDATE' and (new.id, new.assignment_id, new.officer_id) <> (old.id, old.assignment_id, old.officer_id)
       or new.decided_by <> me and (tg_op = 'INSERT' or new.decided_by is distinct from old.decided_by)
       or new.assigned_by <> me and (tg_op = 'INSERT' or new.assigned_by is distinct from old.assigned_by) then
      raise exception 'not_allowed' using errcode = '42501';
    end if;
    if (new.officer_id <> me) is true then null;
    elsif tg_op = 'INSERT' then
      select case when a.awarded_at is not null and a.signup_mode = 'award' then 'first_come' else a.signup_mode end into mode
        from assignments a join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
        where a.organization_id = new.organization_id and a.id = new.assignment_id and a.status = 'published'
          and p.id = new.post_id and app.is_part(p, new.starts_at, new.ends_at);
      if mode is null or new.status <> (case mode when 'first_come' then 'confirmed' when 'approval' then 'pending_approval'
           else 'interested' end) and (new.status <> 'waitlisted' or mode = 'award')
         or new.decided_at is not null or new.override_reason is not null or new.replaces_id is not null then
        raise exception 'not_allowed' using errcode = '42501';
      end if;
    else
      if new.status <> old.status and (old.status, new.status) not in (
           ('interested', 'withdrawn'), ('pending_approval', 'withdrawn'), ('waitlisted', 'withdrawn'),
           ('offered', 'offer_declined'), ('offered', 'confirmed'), ('confirmed', 'called_off'),
           ('confirmed', 'calloff_requested'), ('calloff_requested', 'confirmed'), ('calloff_requested', 'called_off'))
         and not (new.status = 'withdrawn' and app.just_signed_up(old))
         -- An offer ends by the clock, whatever is written.
         or (old.status, new.status) = ('offered', 'confirmed') and coalesce(old.offer_expires_at, '-infinity') <= now() then
        -- An admin who cancels the assignment ends their own sign-up with the others.
        if who = 'officer' or new.status not in ('cancelled_by_dept', 'cancelled_by_client') then
          raise exception 'not_allowed' using errcode = '42501';
        end if;
      end if;
      if who = 'officer' and to_jsonb(old) - fixed <> to_jsonb(new) - fixed then
        raise exception 'not_allowed' using errcode = '42501';
      end if;
    end if;
  end if;
  -- The notice that an officer gave counts from the request, if there was one, not from an admin's decision on it.
  new.called_off_at := case when new.status <> 'called_off' then null
    when tg_op = 'INSERT' then coalesce(new.called_off_at, now())
    when old.status = 'called_off' then old.called_off_at
    when old.status = 'calloff_requested' then coalesce(old.calloff_requested_at, now())
    else now() end;
  return new;
end $$;
create trigger guard_signup before insert or update on officer_assignments
  for each row execute function app.guard_signup();

-- What a sign-up holds of its post (0059), by whom it is held (0097), the order it came from (0062), and the swaps of it (0068).
create function app.follow_signup() returns trigger language plpgsql as $$
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
  if kind is not null then
    insert into place_holds as h (organization_id, signup_id, assignment_id, post_id, kind, starts_at, ends_at, until, applied_at)
      values (new.organization_id, new.id, new.assignment_id, new.post_id, kind, new.starts_at, new.ends_at,
        case when new.status = 'offered' then new.offer_expires_at end, new.applied_at)
      on conflict (organization_id, signup_id) do update set post_id = excluded.post_id, kind = excluded.kind,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, until = excluded.until;
  elsif tg_op = 'UPDATE' then
    delete from place_holds where organization_id = new.organization_id and signup_id = new.id;
  end if;
  -- A shift that was moved takes its sign-ups along: what each of them covers stays the same.
  if not stays or new.status <> old.status then
    post := app.recount_post(new.organization_id, new.post_id, is_now::integer - (stays and was)::integer,
      stays and held and not is_now and kind is distinct from 'offered',
      case when tg_op = 'INSERT' then least(now(), coalesce(new.decided_at, new.applied_at)) else now() end);
    if (is_now and not (stays and was)) or kind = 'offered' then
      -- An officer who answers an offer, or takes over a spot, does not compete with those who were offered the same one.
      answers := new.replaces_id is not null or (tg_op = 'UPDATE' and old.status = 'offered') or kind = 'offered';
      if app.places_held(post, new.starts_at, new.ends_at, not answers, null) > post.required_count then
        raise exception 'no place left' using errcode = '23514', constraint = 'posts_not_over', table = 'posts';
      end if;
    end if;
  end if;
  if is_now and not (was and new.officer_id = old.officer_id) then
    insert into shared_places (organization_id, signup_id, assignment_id, officer_id, name)
    select new.organization_id, new.id, new.assignment_id, o.id, o.name from officers o
    where o.organization_id = new.organization_id and o.id = new.officer_id
    on conflict (organization_id, signup_id) do update set officer_id = excluded.officer_id, name = excluded.name;
  elsif was and not is_now then
    delete from shared_places where organization_id = new.organization_id and signup_id = new.id;
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if new.status <> old.status then
    update order_ins set fell_at = case when new.status in ('confirmed', 'calloff_requested', 'worked', 'replaced') then null
        else coalesce(fell_at, now()) end
      where organization_id = new.organization_id and signup_id = new.id;
  end if;
  if (new.starts_at, new.ends_at) <> (old.starts_at, old.ends_at)
     or old.status in ('confirmed', 'calloff_requested') and new.status not in ('confirmed', 'calloff_requested') then
    update swaps set state = 'ended', updated_at = now(), version = version + 1
      where organization_id = new.organization_id and signup_id = new.id and state in ('open', 'answered', 'agreed');
    update swaps set state = case when to_officer_id is null then 'open' else 'refused' end, taker_id = null, taker_name = null,
        counter_signup_id = null, counter_assignment_id = null, counter_post_id = null, counter_starts_at = null,
        counter_ends_at = null, updated_at = now(), version = version + 1
      where organization_id = new.organization_id and counter_signup_id = new.id and state in ('open', 'answered', 'agreed');
  end if;
  return null;
end $$;
create trigger follow_signup after insert or delete or
  update of status, officer_id, post_id, starts_at, ends_at, offer_expires_at, offer_shared on officer_assignments
  for each row when (current_user <> 'watchbill_eraser') execute function app.follow_signup();
