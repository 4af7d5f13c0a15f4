-- What the vendor's staff does with what departments ask of it: they alone work and answer it.
create policy work on contact_requests for update using ((select app.role()) = 'super_admin');
grant update (status, answer, answered_at, worked_by, updated_at, version) on contact_requests to watchbill_app;
grant select on contact_requests to watchbill_vendor;
create policy vendor_see on contact_requests for select to watchbill_vendor using (
  (select app.role()) = 'super_admin' and (select app.reason()) <> '');

-- Who asked is told of the answer, and of this alone.
create policy vendor_answers on notifications for insert with check (
  (select app.role()) = 'super_admin' and type = 'contact_answered' and officer_id is not null);
create policy vendor_answers on tellings for insert with check (
  (select app.role()) = 'super_admin' and event = 'contact_answered' and audience = 'officer');

drop trigger if exists poke_requests on contact_requests;
create trigger poke_requests after insert or update on contact_requests for each row execute function app.poke_requests();
