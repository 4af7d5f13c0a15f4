-- Who is told by which channel, and when: own choices, what waits to be put into letters, reminders that went out.

-- Mails are held back from quiet_from to quiet_to, by the clock of the department's zone.
alter table organizations add column if not exists quiet_from time;
alter table organizations add column if not exists quiet_to time;

-- What a person chose on the own page; without a row the defaults of features/notifications/rules.ts hold.
create table notification_settings (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  officer_id uuid not null,
  quiet text not null default 'organization' check (quiet in ('organization', 'own', 'none')),
  quiet_from time,
  quiet_to time,
  -- {"signup_approved": {"mail": false}}
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (organization_id, officer_id),
  check (quiet <> 'own' or (quiet_from is not null and quiet_to is not null and quiet_from <> quiet_to)),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);

-- What is to be told by mail. Written with what it tells of; a job knows whose choice it is and puts it into letters, once.
create table tellings (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  event text not null,
  title text not null check (length(title) <= 160),
  message text not null check (length(message) <= 1000),
  audience text not null check (audience in ('officer', 'admins', 'officers')),
  -- Who is told; for audience `officers` who is not, because it was that officer's own doing.
  officer_id uuid,
  assignment_id uuid,
  about uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  check (audience <> 'officer' or officer_id is not null),
  foreign key (organization_id, officer_id) references officers (organization_id, id),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id)
);
create index tellings_waiting on tellings (organization_id, created_at);

-- One row for each reminder that went out: the key is what makes it once. A moved shift is another reminder.
create table reminders (
  organization_id uuid not null references organizations (id),
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('shift_24h', 'shift_2h', 'unfilled_24h', 'unfilled_4h')),
  assignment_id uuid not null,
  -- null: the organization's admins.
  officer_id uuid,
  starts_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, assignment_id, officer_id, kind, starts_at),
  foreign key (organization_id, assignment_id) references assignments (organization_id, id),
  foreign key (organization_id, officer_id) references officers (organization_id, id)
);
create index reminders_old on reminders (organization_id, starts_at);

-- A mail that is pointless after a moment is dropped then, not sent late; `about` is the reminder whose end ends it.
alter table mails add column expires_at timestamptz;
alter table mails add column about uuid;
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped'));
create index mails_about on mails (organization_id, about) where about is not null and state = 'waiting';
