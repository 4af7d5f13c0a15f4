-- The version before goes on serving: it writes nothing here.
-- The start that had come when an admin moved the spot of this sign-up later: a check-in that was made before the move, and arrives
-- after it, was on duty then (docs/decisions/0306).
alter table officer_assignments add column begun_at timestamptz;
