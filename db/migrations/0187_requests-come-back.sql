-- The version before goes on serving: a new column, empty by default.
-- The request or waitlist place that a sick call or a move turned into the replacement's spot, as it was before: the undo restores it
-- (docs/decisions/0334).
alter table shift_changes add column next_was jsonb;
