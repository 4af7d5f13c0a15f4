-- The version before goes on serving: a function of the same shape.
-- An officer who got a spot on the shift while a call for volunteers runs has nothing left to answer.
create or replace function app.awaits_answer(n notifications) returns boolean language plpgsql stable as $$
begin
  if not exists (select from assignments a where a.organization_id = n.organization_id and a.id = n.assignment_id
      and a.starts_at > now()) then
    return false;
  end if;
  case n.type
    when 'ordered_in' then
      return exists (select from order_ins i where i.organization_id = n.organization_id and i.officer_id = n.officer_id
        and i.assignment_id = n.assignment_id and i.seen_at is null and i.cancelled_at is null and i.fell_at is null);
    when 'volunteers_asked' then
      return exists (select from order_asked q
        join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
        where q.organization_id = n.organization_id and q.officer_id = n.officer_id and q.answer is null
          and c.assignment_id = n.assignment_id and c.closed_at is null)
        and not exists (select from officer_assignments s where s.organization_id = n.organization_id
          and s.assignment_id = n.assignment_id and s.officer_id = n.officer_id and app.holds_place(s.status));
    when 'place_offered', 'place_offered_now' then
      return exists (select from officer_assignments s where s.organization_id = n.organization_id and s.officer_id = n.officer_id
        and s.assignment_id = n.assignment_id and s.status = 'offered' and s.offer_expires_at > now());
    when 'swap_asked' then
      return exists (select from swaps w where w.organization_id = n.organization_id and w.assignment_id = n.assignment_id
        and w.to_officer_id = n.officer_id and w.state = 'open');
    when 'swap_answered' then
      return exists (select from swaps w where w.organization_id = n.organization_id and w.assignment_id = n.assignment_id
        and w.officer_id = n.officer_id and w.state = 'answered');
  end case;
end $$;
