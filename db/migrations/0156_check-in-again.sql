-- The version before goes on serving: it writes nothing here.
-- When the officer last checked in while on duty already, with another device: an older check-out that arrives later ends
-- nothing (docs/decisions/0287).
alter table attendance add column again_in_at timestamptz;
