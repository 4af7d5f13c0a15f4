-- The vendor's calls are not there for anybody of a department, approved or not; whose session is none is told so first.
create or replace function app.enter(token bytea, needs text, feature text, after_trial boolean, out now_at timestamptz,
  out session_id uuid, out user_id uuid, out officer_id uuid, out organization_id uuid, out role text, out name text,
  out time_zone text) language plpgsql as $$
declare
  of_vendor boolean := needs = 'super_admin';
begin
  select * into now_at, session_id, user_id, officer_id, organization_id, role, name, time_zone
    from app.enter_session(token, case when of_vendor then 'signed_in' else needs end,
      case when of_vendor then '' else feature end, after_trial or of_vendor);
  if of_vendor and role <> 'super_admin' then raise exception 'not_found' using errcode = 'WB404'; end if;
  if role not in ('admin', 'super_admin')
     or exists (select from sessions s where s.token_hash = token and s.second_factor_at is not null) then
    return;
  end if;
  if role = 'super_admin' then raise exception 'not_signed_in' using errcode = 'WB401'; end if;
  role := 'officer';
  perform set_config('app.role', role, true);
  if needs = 'admin' then raise exception 'second_factor_needed' using errcode = 'WB403'; end if;
end $$;
