-- The version before goes on serving: two indexes, small to build.
-- The dashboard counts the swaps that await the officer's answer, and those the officer has taken (docs/decisions/0331).
create index swaps_to on swaps (organization_id, to_officer_id, starts_at) where to_officer_id is not null;
create index swaps_taker on swaps (organization_id, taker_id, starts_at) where taker_id is not null;
