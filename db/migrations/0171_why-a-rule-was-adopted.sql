-- The version before goes on serving: a new column, empty by default, and a lock that it takes without knowing of it.
-- Why a type of shift was given its award rule: officers read it with the rule.
alter table award_adoptions add column note text not null default '' check (length(note) <= 500);

-- A rule that is used changes only with a reason. Whoever puts a rule to use holds this lock, whoever changes it the exclusive one.
create function app.hold_award_rule() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(
    to_jsonb(new) ->> tg_argv[0], 5));
  return new;
end $$;

create trigger hold_award_rule before insert on award_adoptions
  for each row when (new.rule_id is not null) execute function app.hold_award_rule('rule_id');
create trigger hold_award_rule before insert or update of award_rule_id on assignments
  for each row when (new.award_rule_id is not null) execute function app.hold_award_rule('award_rule_id');
