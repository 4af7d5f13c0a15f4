-- Saved filters: each person's own.
create policy own on saved_filters using (officer_id = (select app.officer_id()) or (select app.role()) = 'system');
grant select, insert, update, delete on saved_filters to watchbill_app;
call app.record_table('saved_filters', '', 'officer', 'id', 'officer_id', '', 'updated_at', '');
