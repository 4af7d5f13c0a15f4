-- A person's filters of a page have different names, whatever their case. Of two saved at the same moment the later one stays.
delete from saved_filters f using saved_filters o
where o.organization_id = f.organization_id and o.officer_id = f.officer_id and o.page = f.page
  and lower(o.name) = lower(f.name) and (o.updated_at, o.id) > (f.updated_at, f.id);
create unique index saved_filters_name on saved_filters (organization_id, officer_id, page, lower(name));
-- The names begin with the same columns.
drop index saved_filters_of;
