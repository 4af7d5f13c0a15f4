-- A press saved on a phone without a connection counts from the time it was made, and keeps the time at which it arrived.
-- Null: the press arrived at once, and its time is the server's.
alter table attendance
  add column in_arrived_at timestamptz,
  add column out_arrived_at timestamptz;
alter table attendance_gaps
  add column left_arrived_at timestamptz,
  add column back_arrived_at timestamptz;
