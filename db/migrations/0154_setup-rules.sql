-- Setup has a step for the rules of a department. The version before doesn't know it and ignores that it was skipped.
alter table onboardings
  drop constraint onboardings_skipped_check,
  add constraint onboardings_skipped_check check (skipped <@ array['brand', 'roster', 'shift', 'rules', 'invite']);
