-- A registration says which badge it is for; the admin who approves it sees the roster row that has it.
alter table account_links add column badge_number text check (length(badge_number) between 1 and 40);
alter table officers
  add column claimed_badge text check (length(claimed_badge) between 1 and 40),
  -- The proven address while an unclaimed roster row has it: `email_key` is one row's alone.
  add column claimed_email_key text;

-- Two spellings of one name: "Smith, John A." and "John Smith". A suggestion, never a proof.
create function app.name_key(name text) returns text language sql immutable as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(lower(normalize(name, NFKC)), '[^[:alnum:]]+') as word where length(word) > 1
$$;
create index officers_unclaimed_name on officers (organization_id, app.name_key(name)) where user_id is null;
create index officers_claimed_badge on officers (organization_id, upper(normalize(claimed_badge, NFKC)))
  where claimed_badge is not null;
