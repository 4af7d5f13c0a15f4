-- The radio channel that officers use on a shift, as the admin noted it.
alter table assignments add column radio_channel text check (length(radio_channel) <= 40);
