-- The version before goes on serving: a new column, false by default; what it assigns to a running shift begins at that shift's start.
-- The sign-up begins at the minute in which an admin gave the officer a spot of a shift under way, not at the start of its post
-- (docs/decisions/0327). Nobody agreed on an arrival then, so its check-in is never late.
alter table officer_assignments add column took_over boolean not null default false;
