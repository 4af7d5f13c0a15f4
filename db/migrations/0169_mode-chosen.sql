-- The version before goes on serving: a new column, empty by default.
-- When an admin first saved how new shifts are given out: the setup asks for it, and the default itself doesn't say that it was chosen.
alter table onboardings add column mode_chosen_at timestamptz;
