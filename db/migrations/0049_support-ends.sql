-- As in 0039, and: a write from support access holds the access to its end, so that whoever ends it is answered when the write
-- is over, and none comes behind it. The session is touched before: who ends it takes its row first and the access's second.
create or replace function app.mark(call text, request_id uuid, ip text, agent text, for_support boolean default false) returns void
  language plpgsql as $$
declare
  a record;
begin
  if app.support() is not null and not for_support then raise exception 'support_not_here' using errcode = 'WB403'; end if;
  perform set_config('app.call', call, true), set_config('app.request_id', request_id::text, true),
    set_config('app.ip', ip, true), set_config('app.agent', agent, true);
  update sessions set last_seen_at = clock_timestamp()
    where token_hash = app.token() and last_seen_at < clock_timestamp() - interval '1 minute';
  if app.support() is null then return; end if;
  select s.may_write, s.ended_at is null and s.ends_at > clock_timestamp() as is_live into a from support_accesses s
    where s.organization_id = app.organization_id() and s.id = app.support() for share;
  if a.is_live is not true then raise exception 'not_found' using errcode = 'WB404'; end if;
  if not a.may_write then raise exception 'support_read_only' using errcode = 'WB403'; end if;
end $$;
