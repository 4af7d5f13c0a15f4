-- The version before goes on serving: it writes nothing here.
-- The start at which the officer was on duty already when an admin moved it later: a check-out before the new start is then the
-- end of work, not of a check-in (docs/decisions/0304).
alter table attendance add column begun_at timestamptz;
