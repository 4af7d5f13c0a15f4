-- A press that a phone saved is judged only in the session of the person and the department that saved it: in any other, what the
-- session may do says nothing about the press, and a refusal would be final.
create or replace function app.sender(token bytea, sent_as text) returns bytea language plpgsql as $$
begin
  perform set_config('app.token', encode(token, 'hex'), true);
  if exists (select from sessions s where s.token_hash = token and s.ended_at is null
       and s.user_id || ' ' || s.organization_id is distinct from sent_as) then
    raise exception 'sent_as_another' using errcode = 'WB409';
  end if;
  return token;
end $$;
