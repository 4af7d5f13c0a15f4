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
-- No right to move a row to another organization: where the application may update whole rows, it may update every column but that.
do $$
declare
  t record;
begin
  for t in select c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attname <> 'organization_id') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (select from aclexplode(c.relacl) g
        where g.grantee = 'watchbill_app'::regrole and g.privilege_type = 'UPDATE')
      group by c.relname having bool_or(a.attname = 'organization_id') loop
    execute format('revoke update on public.%I from watchbill_app', t.relname);
    execute format('grant update (%s) on public.%I to watchbill_app', t.columns, t.relname);
  end loop;
end $$;
