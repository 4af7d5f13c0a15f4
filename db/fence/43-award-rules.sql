-- Rules of awards: everybody of the department reads them, admins add to them, nobody changes what stands.
create policy see on award_rules for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on award_rules for insert with check ((select app.role()) in ('admin', 'system'));
create policy see on award_rule_versions for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on award_rule_versions for insert with check ((select app.role()) in ('admin', 'system'));
create policy see on award_adoptions for select using ((select app.role()) in ('admin', 'system', 'officer'));
create policy staff_make on award_adoptions for insert with check ((select app.role()) in ('admin', 'system'));
grant select, insert on award_rules, award_rule_versions, award_adoptions to watchbill_app;

call app.record_table('award_rules', 'awards', 'all', 'id', '', '', '', '');
call app.record_table('award_rule_versions', 'awards', 'all', 'rule_id', '', '', '', '');
call app.record_table('award_adoptions', 'awards', 'all', 'id', '', '', '', '');
