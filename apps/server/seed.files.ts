import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'

type People = { organization_id: string; admin_id: string; officer_ids: readonly string[]; today: WallDate }

/** Certificates by months since issue and days until expiration; `null` does not expire. */
const certificates = [
  { type: 'Firearms qualification', issued: 11, expires: 24, verified: true },
  { type: 'CPR and first aid', issued: 20, expires: 190, verified: true },
  { type: 'Emergency vehicle operation', issued: 30, expires: null, verified: true },
  { type: 'Crisis intervention', issued: 26, expires: -12, verified: true },
  { type: 'Radar and lidar', issued: 3, expires: 700, verified: false },
] as const

/** Contents of the demo officers' files: certificates in every state, and a note. */
const seedCertificates = async (db: Db, { organization_id, admin_id, officer_ids, today }: People) => {
  for (const [i, officer_id] of officer_ids.entries()) {
    // The first officer has all of them, the others one or two each.
    for (const [n, one] of certificates.entries()) {
      if (i > 0 && (i + n) % 3 !== 0) continue
      const expires = one.expires === null ? null : plusDays(today, one.expires + ((i * 37) % 300) * (i === 0 ? 0 : 1))
      await db.run(sql`insert into officer_certifications (organization_id, officer_id, type, number, issued_on, expires_on,
          verified_by, verified_at, reminded_days)
        values (${organization_id}::uuid, ${officer_id}::uuid, ${one.type}, ${n === 0 ? `Q-${2000 + i}` : null},
          ${plusDays(today, -30 * one.issued)}::date, ${expires}::date, ${one.verified ? admin_id : null}::uuid,
          ${one.verified ? plusDays(today, -20) : null}::timestamptz, 7)`)
    }
  }
  await db.run(sql`insert into officer_notes (organization_id, officer_id, author_id, body, created_at)
    values (${organization_id}::uuid, ${officer_ids[0]}::uuid, ${admin_id}::uuid,
      'Asked for day shifts through the end of the month. The watch commander agreed.', now() - interval '6 days')`)
}

type Claim = {
  officer: number
  kind: string
  daysAgo: number
  /** In the department's time zone. */
  from: string
  minutes: number
  reason: string
  status: 'pending' | 'approved' | 'denied' | 'returned'
  why?: string
  court?: [string, string]
  asked?: number
  waited?: number
}

/** Claims that would overlap one of the officer's shifts are left out. */
const claims: readonly Claim[] = [
  {
    officer: 0,
    kind: 'court',
    daysAgo: 2,
    from: '09:00',
    minutes: 150,
    status: 'pending',
    court: ['CR-26-1184', 'Municipal Court 3'],
    reason: 'Suppression hearing, subpoenaed',
  },
  {
    officer: 0,
    kind: 'report_writing',
    daysAgo: 4,
    from: '18:00',
    minutes: 40,
    status: 'approved',
    asked: 55,
    why: 'The report system shows 40 minutes',
    reason: 'Two arrest reports',
  },
  {
    officer: 0,
    kind: 'callback',
    daysAgo: 6,
    from: '18:30',
    minutes: 180,
    status: 'returned',
    why: 'Who called you back?',
    reason: 'Called back for the warrant',
  },
  {
    officer: 0,
    kind: 'training',
    daysAgo: 10,
    from: '13:00',
    minutes: 120,
    status: 'denied',
    why: 'Training was during the shift',
    reason: 'Range day',
  },
  {
    officer: 3,
    kind: 'holdover',
    daysAgo: 1,
    from: '06:00',
    minutes: 75,
    status: 'pending',
    reason: 'Held over at the scene until relief',
  },
  {
    officer: 5,
    kind: 'late_relief',
    daysAgo: 3,
    from: '22:00',
    minutes: 25,
    status: 'pending',
    reason: 'Relief came at 22:25',
  },
  {
    officer: 8,
    kind: 'court',
    daysAgo: 5,
    from: '08:30',
    minutes: 240,
    status: 'pending',
    court: ['CR-26-0990', 'County Court 1'],
    reason: 'Trial, second day',
    waited: 4,
  },
  {
    officer: 11,
    kind: 'report_writing',
    daysAgo: 9,
    from: '15:00',
    minutes: 50,
    status: 'pending',
    reason: 'Crash report with measurements',
    waited: 8,
  },
]

const seedExtraTime = async (db: Db, { organization_id, admin_id, officer_ids, today }: People) => {
  for (const one of claims) {
    const officer_id = officer_ids[one.officer]
    const decided = one.status === 'pending' ? null : admin_id
    await db.run(sql`insert into overtime_requests (organization_id, officer_id, kind, starts_at, ends_at, minutes, reason, status,
        docket_number, court, asked_starts_at, asked_minutes, decided_by, decided_at, decision_reason, submitted_at, reminded_days)
      select ${organization_id}::uuid, ${officer_id}::uuid, ${one.kind}, at, at, ${one.minutes}::int, ${one.reason}, ${one.status},
        ${one.court?.[0] ?? null}, ${one.court?.[1] ?? null}, case when ${one.asked ?? null}::int is not null then at end,
        ${one.asked ?? null}::int, ${decided}::uuid, case when ${decided}::uuid is not null then at + interval '1 day' end,
        ${one.why ?? null}, greatest(coalesce(now() - make_interval(days => ${one.waited ?? null}::int), at + interval '8 hours'), at + interval '5 hours'),
        case when ${one.waited ?? 0}::int >= 7 then 7 when ${one.waited ?? 0}::int >= 3 then 3 else 0 end
      from (select (${plusDays(today, -one.daysAgo)}::date + ${one.from}::time) at time zone g.time_zone as at
        from organizations g where g.id = ${organization_id}::uuid) times
      where not app.overlaps_attendance(${organization_id}::uuid, ${officer_id}::uuid, at,
        at + make_interval(mins => ${Math.max(one.minutes, one.asked ?? 0)}::int))`)
  }
}

/** Officer files and extra time for the demo department. */
export const seedFiles = async (db: Db, people: People): Promise<void> => {
  await seedCertificates(db, people)
  await seedExtraTime(db, people)
}
