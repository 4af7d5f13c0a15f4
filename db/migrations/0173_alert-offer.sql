-- The version before goes on serving: a new column, empty by default.
-- When a person dismissed the offer to turn on alerts for order-ins; null: not yet. It stays away on every device of the account.
alter table accounts add column alert_offer_dismissed_at timestamptz;
