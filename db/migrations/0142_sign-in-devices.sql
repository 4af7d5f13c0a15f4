-- Where a try came from, hashed together with the address: the browser's id and the network address. A browser that has signed in to
-- the account before has a counter of its own, so that strangers cannot lock it out.
alter table sign_in_attempts add column browser bytea, add column source bytea;
