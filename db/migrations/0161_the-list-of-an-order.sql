-- The version before goes on serving: it writes nothing here.
-- The units whose list an order was chosen from; none: the whole department's. Without it a receipt can't say why nobody else was higher.
alter table order_ins add column list_units text[] not null default '{}';
