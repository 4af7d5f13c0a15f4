-- Devices: each person's own, read by the job that sends; a trigger deletes them with the session or the access.
create policy own on push_subscriptions using (officer_id = (select app.officer_id()) or (select app.role()) = 'system'
  or ((select app.role()) <> '' and pg_trigger_depth() > 0))
  with check (officer_id = (select app.officer_id()));
grant select, insert, delete on push_subscriptions to watchbill_app;
grant update (session_id, user_agent) on push_subscriptions to watchbill_app;
call app.record_table('push_subscriptions', 'channels', 'officer', 'id', 'officer_id', 'endpoint,p256dh,auth',
  'session_id,user_agent', '');

-- Which subscription a device's token belongs to: seen and taken by the token's hash, made in one's own department. Names nobody.
create policy see on push_tokens for select using (token_hash = (select app.device())
  or (organization_id = (select app.organization_id()) and (select app.role()) <> ''));
create policy take on push_tokens for delete using (token_hash = (select app.device()));
create policy make on push_tokens for insert with check (organization_id = (select app.organization_id())
  and token_hash = (select app.device()));
grant select, insert, delete on push_tokens to watchbill_app;

-- What went out to whom: planned and sent by the jobs, read by the person and the admins.
create policy see on deliveries for select using ((select app.role()) in ('system', 'admin')
  or officer_id = (select app.officer_id()));
create policy plan on deliveries for insert with check ((select app.role()) = 'system');
create policy send on deliveries for update using ((select app.role()) = 'system');
create policy forget on deliveries for delete using ((select app.role()) = 'system');
grant select, insert, delete on deliveries to watchbill_app;
grant update (state, outcome, sent_at, attempts, next_try_at) on deliveries to watchbill_app;

create policy see on channel_orders for select using ((select app.role()) <> '');
create policy make on channel_orders for insert with check ((select app.role()) = 'admin');
create policy edit on channel_orders for update using ((select app.role()) = 'admin');
create policy reset on channel_orders for delete using ((select app.role()) = 'admin');
grant select, insert, update, delete on channel_orders to watchbill_app;
call app.record_table('channel_orders', 'channels', 'admins', 'id', '', '', 'updated_at', '');

create or replace function app.poke_delivery() returns trigger language plpgsql as $$
begin
  insert into outbox (organization_id, topic, audience) select distinct organization_id, 'delivery', 'system' from planned;
  return null;
end $$;
drop trigger if exists delivery_waits on deliveries;
create trigger delivery_waits after insert on deliveries referencing new table as planned
  for each statement execute function app.poke_delivery();

-- Phones: each person's own, read by the jobs; for a text that comes in, found by the number's hash alone.
create policy see on phones for select using (number_hash = (select app.token())
  or (organization_id = (select app.organization_id()) and (officer_id = (select app.officer_id())
    or (select app.role()) = 'system' or ((select app.role()) <> '' and pg_trigger_depth() > 0))));
create policy make on phones for insert with check (organization_id = (select app.organization_id())
  and officer_id = (select app.officer_id()) and stopped_at is null and confirmed_at is null);
create policy edit on phones for update using (organization_id = (select app.organization_id()) and stopped_at is null
  and (officer_id = (select app.officer_id()) or (select app.role()) = 'system'
    or ((select app.role()) <> '' and pg_trigger_depth() > 0)))
  with check (organization_id = (select app.organization_id()));
grant select, insert on phones to watchbill_app;
grant update (code_tries, confirmed_at, stopped_at, stopped_why, call_consented_at, call_consent_text, call_stopped_at)
  on phones to watchbill_app;
call app.record_table('phones', 'channels', 'officer', 'id', 'officer_id', 'number_hash,code_hash,code_expires_at',
  'code_tries', '');
-- The code that confirms a number goes to its owner alone.
create policy confirm on deliveries for insert with check (event = 'phone_code' and channel = 'text'
  and officer_id = (select app.officer_id()));
grant update (segments, provider_id, receipt, receipt_at, call_seconds, price, currency) on deliveries to watchbill_app;

-- What came in from the providers: read and written by the jobs that act on it.
create policy once on phone_replies using ((select app.role()) = 'system') with check ((select app.role()) = 'system');
grant select, insert, delete on phone_replies to watchbill_app;
grant update (said) on phone_replies to watchbill_app;
