-- What a press says about the phone's position beyond the distance: how old the fix was, how many earlier check-ins of the officer
-- had the same fix to seven decimals, and how fast the officer would have traveled since the last press. Kept as they were at the
-- press, like the verdicts; the flags follow from them.
alter table attendance
  add column in_age_s integer check (in_age_s >= 0), add column in_same_fixes integer check (in_same_fixes >= 0),
  add column in_kmh double precision check (in_kmh >= 0),
  add column out_age_s integer check (out_age_s >= 0), add column out_kmh double precision check (out_kmh >= 0);
alter table attendance_gaps
  add column left_age_s integer check (left_age_s >= 0), add column left_kmh double precision check (left_kmh >= 0),
  add column back_age_s integer check (back_age_s >= 0), add column back_same_fixes integer check (back_same_fixes >= 0),
  add column back_kmh double precision check (back_kmh >= 0);
