-- What is said of a gap that comes and goes: a shift that opens again soon behind the last announcement, or what the admins heard a
-- moment ago, waits, and is said if it still stands then.
alter table staffing_gaps
  -- Whether the officers were told of the shift that stands.
  add column announced boolean not null default true,
  -- What the admins were told, how many, and when: { "late": { "count": 1, "at": "..." } }.
  add column said jsonb not null default '{}',
  -- What stands as told has not been said since it came back.
  add column unsaid boolean not null default false;
