-- What was offered and what came of it: read by the staff and by whom it concerns, added to and never changed.
create policy see on opportunities for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
-- Counts from before Watchbill are entered by an admin, and by nobody for oneself.
create policy make on opportunities for insert with check ((select app.role()) = 'system'
  or (select app.role()) = 'admin' and (source <> 'import' or officer_id <> (select app.officer_id()))
  or officer_id = (select app.officer_id()) and source <> 'import');
grant select, insert on opportunities to watchbill_app;

-- A seed is nobody's until the award has used it; made by whoever publishes, revealed by the award.
create policy see on award_draws for select using ((select app.role()) = 'system'
  or (revealed_at is not null and (select app.role()) in ('admin', 'officer')));
create policy staff_make on award_draws for insert with check (
  (select app.role()) in ('admin', 'system') and revealed_at is null);
create policy reveal on award_draws for update using ((select app.role()) = 'system');
-- One that an award has used is dropped where the assignment is published again: its rounds keep the seed.
create policy drop_used on award_draws for delete using ((select app.role()) in ('admin', 'system') and revealed_at is not null);
grant select, insert, update, delete on award_draws to watchbill_app;

-- Rounds and receipts are written with what they decide and never changed. An officer has the own receipts, and the round of each.
create policy see on award_receipts for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on award_receipts for insert with check ((select app.role()) in ('admin', 'system'));
create policy see on award_rounds for select using ((select app.role()) in ('admin', 'system')
  or exists (select from award_receipts r where r.organization_id = award_rounds.organization_id
    and r.round_id = award_rounds.id and r.officer_id = (select app.officer_id())));
-- A seed stands in a round only once it is everybody's.
create policy make on award_rounds for insert with check ((select app.role()) in ('admin', 'system')
  and inputs ->> 'seed' is not distinct from seed
  and (seed is null or exists (select from award_draws d where d.organization_id = award_rounds.organization_id
    and d.assignment_id = award_rounds.assignment_id and d.seed = award_rounds.seed and d.revealed_at is not null)));
grant select, insert on award_rounds, award_receipts to watchbill_app;

create policy see on award_cases for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on award_cases for insert with check ((select app.role()) = 'system');
-- Never by whoever gave the place, was skipped, or has it.
create policy close on award_cases for update using ((select app.role()) = 'admin' and closed_at is null
    and (select app.officer_id()) not in (officer_id, instead_id) and made_by is distinct from (select app.officer_id()))
  with check ((select app.role()) = 'admin' and closed_by = (select app.officer_id()));
grant select, insert, update on award_cases to watchbill_app;

-- Made by the nightly look alone; read by the staff.
create policy see on award_input_checks for select using ((select app.role()) in ('admin', 'system'));
create policy make on award_input_checks for insert with check ((select app.role()) = 'system');
grant select, insert on award_input_checks to watchbill_app;

call app.record_table('award_draws', '', 'admins', 'assignment_id', '', 'seed', '', 'INSERT');
call app.record_table('award_rounds', 'awards', 'admins', 'assignment_id', '', 'inputs', '', '');
-- What a receipt says follows from its round, whose hash is recorded.
call app.record_table('award_receipts', 'awards', 'officer', 'id', 'officer_id', '', '', 'INSERT');
call app.record_table('award_cases', 'awards', 'officer', 'id', 'officer_id', '', 'version', '');
call app.record_table('award_input_checks', 'awards', 'admins', 'round_id', '', 'differences', '', 'INSERT');
