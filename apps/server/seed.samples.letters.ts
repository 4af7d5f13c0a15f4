import type { Kind } from '#features/department/feedback/rules.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { votesOf } from '#features/vendor/requests/rules.feedback.ts'
import { insertRequest } from '#features/vendor/requests/store.demo.ts'
import {
  insertMerge,
  listMerges,
  lockRequest,
  type Place,
  updateAnswer,
  updateVotes,
} from '#features/vendor/requests/store.feedback-write.ts'
import { insertNote, updatePlan, updateState } from '#features/vendor/requests/store.trial.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { asRole } from './seed.roles.ts'
import type { Vendor } from './seed.samples.books.ts'
import {
  daysAgo,
  sampleContacts,
  sampleId,
  sampleProblems,
  sampleTrials,
  sampleWishes,
} from './seed.samples.content.ts'

const us = sql`(select app.organization_id())`
/** In the morning of the day, but never later than now. */
const on = (today: WallDate, days: number) =>
  sql`least(now() - interval '25 minutes', ${daysAgo(today, days)}::date + interval '15 hours')`

/** Requests for a trial, as the landing page sends them, and what the staff has done about each. */
const seedTrials = async (db: Db, vendor: Vendor, today: WallDate) => {
  for (const [at, it] of sampleTrials.entries()) {
    const id = sampleId(900 + at)
    await asRole(db, { role: 'anyone' }, async () => {
      await setScope(db, { organization_id: null })
      const asked = {
        organizationName: it.name,
        contactName: it.contact,
        email: `chief${at}@town.example`,
        phone: '(713) 555-0142',
      }
      await insertRequest(db, id, { ...asked, teamSize: it.officers, message: it.message }, on(today, it.days))
    })
    if (it.state === 'new') continue
    await asRole(db, { role: 'super_admin', user_id: vendor.account_id, call: 'trial_requests.move' }, async () => {
      const organization = it.of === undefined ? {} : { organization_id: sampleId(it.of) }
      await updateState(db, { id, state: it.state, reason: it.reason ?? null, ...organization })
      if (it.next !== undefined) {
        const owner = await db.row<{ id: string }>(
          sql`select id from super_admin_users where account_id = (select app.user_id())`,
        )
        await updatePlan(db, { id, owner_id: owner?.id ?? null, next_step_on: plusDays(today, it.next) })
      }
      if (it.note) await insertNote(db, id, it.note)
    })
  }
}

type Sender = { id: string; user_id: string; role: 'admin' | 'officer' }
/** Runs `work` as the sample department's admin or officer with an account. */
const asSender = async (db: Db, of: number, role: Sender['role'], work: () => Promise<unknown>) => {
  await setScope(db, { organization_id: sampleId(of) })
  const sender = await db.row<Sender>(sql`select id, user_id, role from officers
    where organization_id = ${us} and role = ${role} and user_id is not null`)
  if (sender) await asRole(db, { role, user_id: sender.user_id, officer_id: sender.id }, work)
}

const seedWishes = async (db: Db, today: WallDate) => {
  for (const [at, it] of sampleWishes.entries())
    await asSender(db, it.of, 'officer', () =>
      db.run(sql`insert into feature_requests (organization_id, id, officer_id, user_id, title, description, category, created_at)
        values (${us}, ${sampleId(700 + at)}::uuid, (select app.officer_id()), (select app.user_id()), ${it.title}, ${it.text},
          ${it.category}, ${on(today, it.days)})`),
    )
}

const browser = {
  user_agent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)',
  viewport_size: '390x844',
  screen_size: '390x844',
}
const seedProblems = async (db: Db, today: WallDate) => {
  for (const [at, it] of sampleProblems.entries())
    await asSender(db, it.of, 'officer', () =>
      db.run(sql`insert into problem_reports (organization_id, id, officer_id, user_id, title, description, severity, browser_info,
          created_at)
        values (${us}, ${sampleId(800 + at)}::uuid, (select app.officer_id()), (select app.user_id()), ${it.title}, ${it.text},
          ${it.severity}, ${JSON.stringify({ ...browser, url: '/officer/schedule' })}::jsonb, ${on(today, it.days)})`),
    )
}

const seedContacts = async (db: Db, vendor: Vendor, today: WallDate) => {
  for (const it of sampleContacts) {
    await asSender(db, it.of, it.by, () =>
      db.run(sql`insert into contact_requests (organization_id, kind, message, officer_id, created_at, quiet_until)
        select ${us}, ${it.by === 'admin' ? 'upgrade' : 'support'}, ${it.text}, (select app.officer_id()), t.at,
          t.at + interval '24 hours' from (select ${on(today, it.days)} as at) t`),
    )
    if (it.answer === undefined) continue
    await asRole(db, { role: 'super_admin', user_id: vendor.account_id, call: 'contact_requests.work' }, () =>
      db.run(sql`update contact_requests set status = 'answered', answer = ${it.answer}, answered_at = now(),
          worked_by = (select app.user_id()), updated_at = now(), version = version + 1
        where organization_id = ${us}`),
    )
  }
}

/** The staff's answers, and which requests were merged as one wish. */
const seedAnswers = async (db: Db) => {
  const place = (kind: Kind, at: number, of: number): Place => ({
    ...{ kind, organization_id: sampleId(of), id: sampleId((kind === 'feature_request' ? 700 : 800) + at) },
  })
  for (const [at, it] of sampleWishes.entries())
    if (it.status)
      await updateAnswer(db, place('feature_request', at, it.of), { status: it.status, answer: it.answer ?? null })
  for (const [at, it] of sampleProblems.entries())
    if (it.status)
      await updateAnswer(db, place('problem_report', at, it.of), { status: it.status, answer: it.answer ?? null })
  for (const [at, it] of sampleWishes.entries()) {
    const into = sampleWishes[it.into ?? -1]
    if (it.into === undefined || !into) continue
    const from = await lockRequest(db, place('feature_request', at, it.of))
    const target = await lockRequest(db, place('feature_request', it.into, into.of))
    if (!from || !target) continue
    await insertMerge(db, from, target)
    await updateAnswer(db, from, { status: target.status, answer: target.answer, merged: true })
    await updateVotes(db, target, votesOf(await listMerges(db, [target.id]), target))
  }
}

/** Something waiting in each of the vendor's queues: trial requests, messages, feature requests and problem reports. */
export const seedLetters = async (db: Db, vendor: Vendor, today: WallDate): Promise<void> => {
  await seedTrials(db, vendor, today)
  await seedWishes(db, today)
  await seedProblems(db, today)
  await seedContacts(db, vendor, today)
  await setScope(db, { organization_id: null })
  const staff = { role: 'super_admin', user_id: vendor.account_id, call: 'vendor_feedback.change' }
  await asRole(db, staff, () => seedAnswers(db))
}
