-- How often the person has put away the offer to add a passkey: after two times it is not made again, on any device.
alter table accounts add column passkey_offers_declined smallint not null default 0 check (passkey_offers_declined between 0 and 2);
