-- Every open screen of an admin counts the open cases. Closed ones only grow in number.
create index award_cases_open on award_cases (organization_id) where closed_at is null;
