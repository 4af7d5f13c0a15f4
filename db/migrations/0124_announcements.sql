-- Announcements: an admin writes to everyone, a unit, a rank or the officers of a shift; who read it and when; replies.
create table announcements (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  author_id uuid not null,
  -- As it was when it was sent: officers can't read the roster.
  author_name text not null check (length(author_name) between 1 and 200),
  audience text not null check (audience in ('everyone', 'unit', 'rank', 'shift')),
  -- The unit, the rank, or the title of the shift.
  audience_name text check (length(audience_name) between 1 and 200),
  assignment_id uuid,
  title text not null check (length(title) between 1 and 120),
  body text not null check (length(body) between 1 and 4000),
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check ((audience = 'everyone') = (audience_name is null)),
  check (audience = 'shift' or assignment_id is null),
  foreign key (organization_id, author_id) references officers (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id) on delete set null (assignment_id)
);
create index announcements_latest on announcements (organization_id, created_at desc, id desc);
create index announcements_author on announcements (organization_id, author_id, created_at);
create index announcements_shift on announcements (organization_id, assignment_id) where assignment_id is not null;

-- Everyone it was sent to, from the moment it was sent; later members of the unit are not among them.
create table announcement_recipients (
  organization_id uuid not null references organizations (id),
  announcement_id uuid not null,
  officer_id uuid not null,
  read_at timestamptz,
  primary key (organization_id, announcement_id, officer_id),
  foreign key (organization_id, announcement_id) references announcements (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index announcement_recipients_officer on announcement_recipients (organization_id, officer_id, announcement_id);

create table announcement_replies (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  announcement_id uuid not null,
  officer_id uuid not null,
  body text not null check (length(body) between 1 and 1000),
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, announcement_id) references announcements (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index announcement_replies_about on announcement_replies (organization_id, announcement_id, created_at, id);
create index announcement_replies_officer on announcement_replies (organization_id, officer_id, created_at);

-- Two rows of one person that are merged may both have received the same announcement.
create or replace function app.set_officer_aside(from_id uuid, to_id uuid) returns jsonb language plpgsql as $$
declare
  c record;
  rows jsonb;
  aside jsonb := '{}';
begin
  for c in select * from (values ('notification_settings', '{}'::text[]), ('notice_acceptances', '{version}'),
      ('reminders', '{assignment_id,kind,starts_at}'), ('order_asked', '{call_id}'),
      ('fill_plan_lines', '{plan_id,post_id}'), ('announcement_recipients', '{announcement_id}')) v (in_table, same) loop
    execute format('with d as (delete from public.%1$I t where t.organization_id = (select app.organization_id())
        and t.officer_id = $1 and exists (select from public.%1$I o where o.organization_id = t.organization_id
          and o.officer_id = $2 %2$s) returning to_jsonb(t) as r) select jsonb_agg(r) from d', c.in_table,
      (select string_agg(format('and o.%1$I is not distinct from t.%1$I', s), ' ') from unnest(c.same) s))
      into rows using from_id, to_id;
    if rows is not null then aside := aside || jsonb_build_object(c.in_table, rows); end if;
  end loop;
  return aside;
end $$;
