-- The audit sealed into a chain of hashes for each organization. An entry is in a seal by a row beside it: audit_entries itself is
-- never touched again. Both are written once.
create table audit_seals (
  organization_id uuid not null references organizations (id),
  number bigint not null check (number > 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  entry_count integer not null check (entry_count > 0),
  first_id bigint not null,
  last_id bigint not null,
  sealed_at timestamptz not null,
  -- What the next seal begins from, not part of the hash. `high_id`: the last entry that any seal up to this one has.
  -- `sealer_xid`: the transaction that sealed, begun after it had looked: whoever has a number up to `high_id` is older.
  -- `settled_id`: up to here every entry there will ever be is sealed.
  high_id bigint not null,
  sealer_xid xid8 not null default pg_current_xact_id(),
  settled_id bigint not null,
  primary key (organization_id, number)
);

create table audit_seal_entries (
  organization_id uuid not null,
  entry_id bigint not null,
  seal_number bigint not null,
  -- Of the entry alone, so that the first one that is not what was sealed can be named.
  digest bytea not null check (length(digest) = 32),
  primary key (organization_id, entry_id),
  foreign key (organization_id, seal_number) references audit_seals (organization_id, number)
);
