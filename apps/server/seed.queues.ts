import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { asRole } from './seed.roles.ts'

/** Pending work and department content for the demo, so that no screen is empty. */
type Place = { organization_id: string; officer_ids: readonly string[] }
type Person = { id: string; user_id: string; role: string }

const faq: readonly { name: string; entries: readonly [question: string, answer: string][] }[] = [
  {
    name: 'Uniform and equipment',
    entries: [
      [
        'What do I wear on an extra-duty shift?',
        'Class B uniform with your **outer vest and body camera**, unless the shift says otherwise.',
      ],
      ['Who supplies the radio?', "Sign one out at the desk. The channel is on the shift's page."],
    ],
  },
  {
    name: 'Court',
    entries: [
      ['How do I claim court time?', 'From History, with the docket number. Claims are reviewed every Thursday.'],
      [
        'My case was canceled while I waited at court. Does that time count?',
        'Yes. Claim from the time on your subpoena to the time you were released.',
      ],
    ],
  },
  {
    name: 'Parking',
    entries: [['Where do I park for stadium shifts?', 'Lot C, north gate. Show your ID to the attendant.']],
  },
]

const asPerson = (db: Db, { role, id, user_id }: Person, work: () => Promise<void>) =>
  asRole(db, { role, officer_id: id, user_id }, work)

const seedFaq = async (db: Db, { organization_id }: Place) => {
  for (const [at, { name, entries }] of faq.entries()) {
    const category = await db.row<{ id: string }>(sql`insert into faq_categories (organization_id, name, position)
      values (${organization_id}::uuid, ${name}, ${at}::int) returning id`)
    for (const [position, [question, answer]] of entries.entries())
      await db.run(sql`insert into faq_entries (organization_id, category_id, question, answer, position, published)
        values (${organization_id}::uuid, ${category?.id}::uuid, ${question}, ${answer}, ${position}::int, true)`)
  }
}

/** Two call-off requests inside the notice period, for an admin to decide. Not from the demo's own sign-ins. */
const seedCallOffs = async (db: Db, { organization_id, officer_ids }: Place) => {
  const reasons = ['My child has a fever and I have no sitter.', 'Subpoenaed for the same morning.']
  for (const [at, reason] of reasons.entries())
    await db.run(sql`update officer_assignments set status = 'calloff_requested', calloff_reason = ${reason}, calloff_requested_at = now()
      where organization_id = ${organization_id}::uuid and id = (
        select s.id from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
        where s.organization_id = ${organization_id}::uuid and s.status = 'confirmed' and s.starts_at between now() + interval '6 hours' and now() + interval '3 days'
          and a.award_rule_id is null and a.announced_at is not null
          and s.officer_id <> all (${[officer_ids[0] ?? '', officer_ids[1] ?? '']}::uuid[])
        order by s.starts_at, s.id offset ${at}::int limit 1)`)
}

/** Feature requests and a problem report to the vendor. */
const wishes = [
  ['Remind me the evening before a shift', 'A text at 18:00 would be enough.', 'mobile'],
  ['Show the nearest parking', 'At most festivals, the parking lot is hard to find.', 'scheduling'],
] as const

const seedFeedback = async (db: Db, { organization_id }: Place, officer: Person) => {
  for (const [title, description, category] of wishes)
    await db.run(sql`insert into feature_requests (organization_id, officer_id, user_id, title, description, category)
      values (${organization_id}::uuid, ${officer.id}::uuid, ${officer.user_id}::uuid, ${title}, ${description}, ${category})`)
  await db.run(sql`insert into problem_reports (organization_id, officer_id, user_id, title, description, category)
    values (${organization_id}::uuid, ${officer.id}::uuid, ${officer.user_id}::uuid, 'Map opens in the wrong app',
      'The address of the stadium opens in the browser, not in the map app.', 'bug')`)
}

const announcements = [
  {
    ...{ title: 'New radios starting Monday', days: 1, read: 0.6, audience: 'everyone', unit: false },
    body: 'Pick up your new radio at the quartermaster before your first shift on Monday. Bring the old one with its charger.\n\nThe channel plan stays the same. Event shifts still use channel 3.',
  },
  {
    ...{ title: 'Range closed on Thursday', days: 4, read: 0.9, audience: 'unit', unit: true },
    body: "The range is closed on Thursday for repairs. If you were booked, you'll get a new slot by Friday.",
  },
] as const

/** One to everyone and one to a unit, read by most, with a reply. */
const seedAnnouncements = async (db: Db, { organization_id }: Place, admin: Person, officer: Person) => {
  for (const one of announcements) {
    const made = await db.row<{
      id: string
    }>(sql`insert into announcements (organization_id, author_id, author_name, audience,
        audience_name, title, body, created_at)
      select f.organization_id, f.id, f.name, ${one.audience}, case when ${one.unit}::boolean then o.unit end, ${one.title},
        ${one.body}, now() - make_interval(days => ${one.days}::int)
      from officers f, officers o where f.organization_id = ${organization_id}::uuid and f.id = ${admin.id}::uuid
        and o.organization_id = f.organization_id and o.id = ${officer.id}::uuid
        and (not ${one.unit}::boolean or o.unit is not null) returning id`)
    if (!made) continue
    await db.run(sql`insert into announcement_recipients (organization_id, announcement_id, officer_id, read_at)
      select o.organization_id, ${made.id}::uuid, o.id, case when o.user_id is not null and o.id <> ${officer.id}::uuid
          and o.n < ${one.read}::float8 * o.of_all
        then now() - make_interval(days => ${one.days}::int) + make_interval(mins => (o.n % 600)::int + 4) end
      from (select f.*, row_number() over (order by md5(f.id::text)) as n, count(*) over () as of_all from officers f
        where f.organization_id = ${organization_id}::uuid and f.approved and f.id <> ${admin.id}::uuid
          and (not ${one.unit}::boolean or f.unit = (select u.unit from officers u
            where u.organization_id = f.organization_id and u.id = ${officer.id}::uuid))) o`)
    await db.run(sql`insert into announcement_replies (organization_id, announcement_id, officer_id, body, created_at)
      select r.organization_id, r.announcement_id, r.officer_id, 'I am on leave on Monday. Can I pick mine up on Wednesday?',
        r.read_at + interval '5 minutes'
      from announcement_recipients r where r.organization_id = ${organization_id}::uuid and r.announcement_id = ${made.id}::uuid
        and r.read_at is not null and not ${one.unit}::boolean order by r.read_at, r.officer_id limit 1`)
  }
}

/** Requires the shifts and accounts. */
export const seedQueues = async (db: Db, place: Place): Promise<void> => {
  const signedUp = await db.rows<Person>(sql`select id, user_id, role from officers
    where organization_id = ${place.organization_id}::uuid and user_id is not null order by badge_number`)
  const [admin, officer] = ['admin', 'officer'].map((role) => signedUp.find((one) => one.role === role))
  if (!admin || !officer) return
  await asPerson(db, admin, () => seedFaq(db, place))
  await asPerson(db, officer, () => seedFeedback(db, place, officer))
  await seedCallOffs(db, place)
  await seedAnnouncements(db, place, admin, officer)
}
