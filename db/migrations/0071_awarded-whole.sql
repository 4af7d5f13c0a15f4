-- A post that is awarded is taken whole: its ranking asks who may work all of its time. Asked at the end of the transaction, which may
-- change both sides; the editor says it first, in words.
create function app.keep_awarded_whole() returns trigger language plpgsql as $$
declare
  asked uuid := case when tg_table_name = 'posts' then (to_jsonb(new) ->> 'assignment_id')::uuid else new.id end;
begin
  if exists (select from assignments a
      join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
      where a.organization_id = new.organization_id and a.id = asked and a.signup_mode = 'award' and a.awarded_at is null
        and p.split_minutes is not null) then
    raise exception 'an awarded post is taken whole' using errcode = '23514', constraint = 'posts_awarded_whole', table = 'posts';
  end if;
  return null;
end $$;
create constraint trigger keep_awarded_whole after insert or update of split_minutes on posts
  deferrable initially deferred for each row when (new.split_minutes is not null) execute function app.keep_awarded_whole();
create constraint trigger keep_awarded_whole after insert or update of signup_mode on assignments
  deferrable initially deferred for each row when (new.signup_mode = 'award') execute function app.keep_awarded_whole();
