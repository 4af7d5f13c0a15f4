-- How a new department comes to its first shift: when that was published, and what its admins skipped on purpose.
alter table organizations add column first_published_at timestamptz;

create table onboardings (
  organization_id uuid primary key references organizations (id),
  skipped text[] not null default '{}' check (skipped <@ array['brand', 'roster', 'shift', 'invite']),
  put_away_at timestamptz,
  updated_at timestamptz not null default now()
);

-- In the transaction that publishes, whoever does it: once, and never taken back.
create function app.note_first_published() returns trigger language plpgsql as $$
begin
  update organizations set first_published_at = new.published_at
    where id = new.organization_id and first_published_at is null;
  return null;
end $$;
create trigger note_first_published after insert or update of published_at on assignments
  for each row when (new.published_at is not null) execute function app.note_first_published();

-- Who published before is not new here. The fence, laid behind every migration, is forced again there.
alter table organizations no force row level security;
alter table organizations disable trigger user;
alter table assignments no force row level security;
update organizations g set first_published_at = a.at
from (select organization_id, min(published_at) as at from assignments where published_at is not null group by 1) a
where a.organization_id = g.id;
insert into onboardings (organization_id, put_away_at)
select id, now() from organizations where first_published_at is not null;
alter table organizations enable trigger user;
