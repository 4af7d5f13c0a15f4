-- The version before goes on serving: only rows change.
-- Time off duty that stayed with a roster row when a merge was undone, where its officer could not see it, so that it was paid
-- (docs/decisions/0269).
update attendance_gaps b set officer_id = t.officer_id from attendance t
  where t.organization_id = b.organization_id and t.id = b.attendance_id and t.officer_id <> b.officer_id;
