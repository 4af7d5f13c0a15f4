-- In a new department, admins may unlock accounts until it decides otherwise. Existing departments keep what they have.
alter table organizations alter column admins_release_locks set default true;
