-- Who is asking: settings that end with the transaction, and the functions that read them.
create extension if not exists btree_gist;
create schema app;

-- An unset setting reads '' on a pooled connection.
create function app.organization_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;
create function app.user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function app.officer_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.officer_id', true), '')::uuid $$;
-- '', 'anyone', 'waiting', 'officer', 'admin', 'super_admin' or 'system'.
create function app.role() returns text language sql stable as
  $$ select coalesce(current_setting('app.role', true), '') $$;
create function app.request_id() returns uuid language sql stable as
  $$ select nullif(current_setting('app.request_id', true), '')::uuid $$;
-- Capabilities: a caller sees the one row whose secret or address it has named, and can enumerate nothing.
create function app.token() returns bytea language sql stable as
  $$ select decode(nullif(current_setting('app.token', true), ''), 'hex') $$;
create function app.address() returns text language sql stable as
  $$ select nullif(current_setting('app.address', true), '') $$;
create function app.agency() returns text language sql stable as
  $$ select nullif(current_setting('app.agency', true), '') $$;
create function app.scope() returns text language sql stable as
  $$ select coalesce(current_setting('app.scope', true), '') $$;
