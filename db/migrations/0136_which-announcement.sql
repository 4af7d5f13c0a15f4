-- A notification names the announcement that it is about, so that its link opens it.
alter table notifications add column announcement_id uuid;
alter table notifications add foreign key (organization_id, announcement_id) references announcements (organization_id, id);
create index notifications_announcement on notifications (organization_id, announcement_id) where announcement_id is not null;
alter table tellings add column announcement_id uuid;
alter table tellings add foreign key (organization_id, announcement_id) references announcements (organization_id, id);

-- Those that were sent before: written in the transaction of the announcement or of its last reminder.
alter table notifications disable trigger user;
update notifications n set announcement_id = a.id from announcements a
  where a.organization_id = n.organization_id and n.type = 'announcement'
    and (n.created_at = a.created_at and n.title = a.title or n.created_at = a.reminded_at and n.title = 'Reminder: ' || a.title);
alter table notifications enable trigger user;

-- Whom a step of an escalation notified. It outlives the notification, which people clear.
alter table escalation_steps add column told uuid[] not null default '{}';
