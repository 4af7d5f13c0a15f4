-- A call about an offer leaves a row in the ledger: what became of the call. It has no minutes and counts zero times, so that awards
-- are charged for the offer alone.
alter table opportunities
  drop constraint opportunities_kind_check,
  add constraint opportunities_kind_check check (kind in ('offered', 'accepted', 'refused', 'no_answer', 'worked', 'called_off',
    'ordered', 'volunteered', 'called')),
  add column contact text check (contact in ('answered', 'declined', 'no_answer', 'busy', 'machine')),
  add constraint opportunities_contact_check1 check ((kind = 'called') = (contact is not null)),
  add constraint opportunities_called_check check (kind <> 'called' or minutes = 0 and times = 0);
