-- Which award of the assignment it is: one that is taken back to a draft after its award is awarded anew when it is published again.
-- `keeps_waitlist`: whether the rule of the award that was made keeps one; without it nobody joins later.
alter table assignments
  add column award_number integer not null default 1,
  add column keeps_waitlist boolean not null default true;
alter table award_rounds add column award_number integer not null default 1;
drop index award_rounds_once;
-- A post is awarded once in each award.
create unique index award_rounds_once on award_rounds (organization_id, post_id, award_number) where purpose = 'award';

-- `undecided`: somebody was chosen by hand before the award, which is still to come for all others.
alter table award_receipts drop constraint award_receipts_outcome_check;
alter table award_receipts add constraint award_receipts_outcome_check check (
  outcome in ('awarded', 'offered', 'waitlisted', 'passed', 'ineligible', 'withdrawn', 'undecided'));

-- Drafts that were awarded before. The fence, laid behind every migration, is forced again there.
alter table assignments no force row level security;
update assignments set awarded_at = null, award_number = 2, draw_commitment = null, award_early_by = null,
  award_early_reason = null, signup_opens_at = null, signup_closes_at = null
where status = 'draft' and awarded_at is not null;
