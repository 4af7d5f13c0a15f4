-- The version before goes on serving: a new column, empty by default; until it is gone, it keeps these reasons in `override_reason`.
-- Why an admin assigned the officer although the award rule ranks others higher. It may name colleagues, and overrides nothing: only
-- admins read it.
alter table officer_assignments add column order_reason text
  constraint officer_assignments_order_reason_check check (length(order_reason) <= 500);
