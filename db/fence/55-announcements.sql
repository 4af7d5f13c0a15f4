-- Announcements: written by admins, under their own name; read by those they were sent to. A reply is the officer's and the admins'.
create policy see on announcements for select using ((select app.role()) in ('admin', 'system')
  or exists (select from announcement_recipients r where r.organization_id = announcements.organization_id
    and r.announcement_id = announcements.id and r.officer_id = (select app.officer_id())));
create policy make on announcements for insert with check ((select app.role()) = 'system'
  or ((select app.role()) = 'admin' and author_id = (select app.officer_id())));
create policy remind on announcements for update using ((select app.role()) = 'admin');
create policy see on announcement_recipients for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on announcement_recipients for insert with check ((select app.role()) in ('admin', 'system'));
-- A receipt is the reader's to give, once.
create policy read on announcement_recipients for update 
  using (officer_id = (select app.officer_id()) and read_at is null)
  with check (officer_id = (select app.officer_id()) and read_at is not null);
create policy see on announcement_replies for select using (
  (select app.role()) in ('admin', 'system') or officer_id = (select app.officer_id()));
create policy make on announcement_replies for insert with check ((select app.role()) = 'system'
  or (officer_id = (select app.officer_id()) and exists (select from announcement_recipients r
    where r.organization_id = announcement_replies.organization_id
      and r.announcement_id = announcement_replies.announcement_id and r.officer_id = announcement_replies.officer_id)));

grant select, insert on announcements, announcement_recipients, announcement_replies to watchbill_app;
grant update (reminded_at) on announcements to watchbill_app;
grant update (read_at) on announcement_recipients to watchbill_app;

call app.record_table('announcements', 'announcements', 'admins', 'id', '', '', '', '');
call app.record_table('announcement_recipients', 'announcements', 'officer', 'announcement_id', 'officer_id', '', '', 'INSERT');
call app.record_table('announcement_replies', 'announcements', 'officer', 'announcement_id', 'officer_id', '', '', '');
