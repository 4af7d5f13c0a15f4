-- What is looked up by an id that no other row has is found by its hash: the same pages with ten or ten thousand departments,
-- where a tree over all tenants grows a level. Trees led by organization_id stay for lists, unique keys and foreign keys.
create index sessions_token on sessions using hash (token_hash);
create index organizations_id on organizations using hash (id);
create index officers_id on officers using hash (id);
drop index officers_user;
create index officers_user on officers using hash (user_id);
create index assignments_id on assignments using hash (id);
drop index posts_assignment;
create index posts_assignment on posts using hash (assignment_id);
drop index signups_assignment;
create index signups_assignment on officer_assignments using hash (assignment_id);

-- Unread ones, for the bell: everything it asks stands in the index.
drop index notifications_unread;
create index notifications_unread on notifications (officer_id, created_at desc, id desc) include (organization_id, type)
  where not read and officer_id is not null;
create index notifications_unread_admins on notifications (organization_id, created_at desc, id desc) include (type)
  where not read and officer_id is null;
