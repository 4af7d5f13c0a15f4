-- Setup has a step for the rules of a department. The version before cannot read that it was skipped, so it makes no promise to
-- go on serving (docs/decisions/0292).
alter table onboardings
  drop constraint onboardings_skipped_check,
  add constraint onboardings_skipped_check check (skipped <@ array['brand', 'roster', 'shift', 'rules', 'invite']);
