-- The version before goes on serving: two functions do more, and one is new.
-- A merge that is undone takes time off duty along with its record. It stayed with the roster row, where its officer could not see it, so
-- that it was paid (docs/decisions/0269).
create or replace function app.move_officer_back(moved jsonb, from_id uuid, to_id uuid) returns void language plpgsql as $$
declare
  c record;
begin
  for c in select o.*, m.value -> 'keys' as listed from app.officer_columns() o
      left join jsonb_array_elements(moved) m on m.value ->> 'table' = o.in_table and m.value ->> 'column' = o.in_column
      order by o.by_signup, o.in_table, o.in_column loop
    if c.listed is not null then
      execute format('update public.%1$I t set %2$I = $2 where t.organization_id = (select app.organization_id())
          and t.%2$I = $1 and jsonb_build_object(%3$s) in (select jsonb_array_elements($3))', c.in_table, c.in_column,
        (select string_agg(format('%L, t.%I', k, k), ', ') from unnest(c.keys) k)) using from_id, to_id, c.listed;
    end if;
    if c.by_signup then
      execute format('update public.%1$I t set officer_id = $2 where t.organization_id = (select app.organization_id())
          and t.officer_id = $1 and t.signup_id in (select s.id from officer_assignments s
            where s.organization_id = (select app.organization_id()) and s.officer_id = $2)', c.in_table) using from_id, to_id;
    end if;
  end loop;
  update attendance_gaps b set officer_id = to_id from attendance t
    where b.organization_id = (select app.organization_id()) and b.officer_id = from_id
      and t.organization_id = b.organization_id and t.id = b.attendance_id and t.officer_id = to_id;
end $$;

-- What came since the merge from the person with the account: shifts that they took or checked in to, and extra time that they claimed. What
-- an admin has assigned stays with the roster row, which can't claim anything. A claim's row is as old as its hours, which are of the six
-- days before it. Runs before `move_officer_back`, which takes along what belongs to the shifts.
create function app.move_since(since timestamptz, from_id uuid, to_id uuid) returns void language sql as $$
  update public.officer_assignments s set officer_id = to_id
    where s.organization_id = (select app.organization_id()) and s.officer_id = from_id
      and (s.applied_at > since and s.assigned_by is null or exists (select from attendance t
        where t.organization_id = s.organization_id and t.signup_id = s.id and t.device_in_at is not null and t.created_at > since));
  update public.overtime_requests r set officer_id = to_id
    where r.organization_id = (select app.organization_id()) and r.officer_id = from_id and r.signup_id is null
      and r.created_at > since - interval '7 days'
$$;

update attendance_gaps b set officer_id = t.officer_id from attendance t
  where t.organization_id = b.organization_id and t.id = b.attendance_id and t.officer_id <> b.officer_id;
