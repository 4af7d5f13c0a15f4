-- Policies that name no role are the application's: the vendor's role has those alone that name it.
do $$
declare
  p record;
begin
  for p in select tablename, policyname from pg_policies where schemaname = 'public' and roles = '{public}' loop
    execute format('alter policy %I on public.%I to watchbill_app', p.policyname, p.tablename);
  end loop;
end $$;
drop procedure app.record_table(text, text, text, text, text, text, text, text);
revoke all on all functions in schema app from public;
grant execute on all functions in schema app to watchbill_app, watchbill_vendor, watchbill_eraser;
