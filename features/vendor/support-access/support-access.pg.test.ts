import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#features/department/audit/contract.ts'
import { routes as audit } from '#features/department/audit/routes.ts'
import { createCategory } from '#features/department/faq/contract.ts'
import { routes as faq } from '#features/department/faq/routes.ts'
import { listLatest } from '#features/department/notifications/contract.ts'
import { routes as notifications } from '#features/department/notifications/routes.ts'
import { getSession, signOut } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { appUrlOf, vendorUrlOf } from '#platform/server/migrate.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { endSupport, endVisit, listChanges, listVisits, listVisitsOf, startSupport } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let vendor: Awaited<ReturnType<TestServer['makeSuperAdmin']>>
const reason = 'The roster looks wrong to them'
const VENDOR = '00000000-0000-0000-0000-000000000000'

beforeAll(async () => {
  server = await startTestServer([...routes, ...audit, ...faq, ...notifications, ...sessions], { live: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin', name: 'Casey Admin' })
  vendor = await server.makeSuperAdmin()
})

const start = (as: { secret: string } = vendor, over: Record<string, unknown> = {}) =>
  server.call(startSupport, { organization_id: organization.id, reason, may_write: false, ...over }, as)
const looks = async (as: { secret: string } = vendor) => (await server.call(listVisits, {}, as)).status
const visits = async () => (await server.call(listVisits, {}, admin)).body.items
const write = (as: { secret: string } = vendor) =>
  server.call(createCategory, { name: `Category ${Math.random()}` }, as)
/** Lets the access have started this many seconds ago, by the clock of the rows, however long ago it was started. */
const pass = (seconds: number) =>
  server.rows(
    `update support_accesses set started_at = now() - make_interval(secs => $2),
       ends_at = ends_at + (now() - make_interval(secs => $2) - started_at)
     where organization_id = $1 and ended_at is null`,
    [organization.id, seconds],
  )

describe('requirements and duration', {
  meta: { shows: ['issue 4.5', 'issue 4.5 reason', 'issue 4.5 minutes'] },
}, () => {
  test('needs a reason of 10 characters and an existing department', async () => {
    const refusals = await Promise.all([
      start(vendor, { reason: 'too short' }),
      start(vendor, { reason: '         x         ' }),
      start(vendor, { organization_id: VENDOR }),
      start(vendor, { organization_id: vendor.user_id }),
      start(admin),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 404, 404, 404])
    expect(refusals[0]?.error?.fields?.[0]?.field).toBe('reason')
    expect((await start(vendor, { reason: '0123456789' })).status).toBe(200)
  })

  test.each([
    ['29:59', 200, 1799],
    ['30:01', 404, 1801],
  ])('at %s, a call gets %s', async (_at, status, seconds) => {
    await start()
    expect(await looks()).toBe(200)
    await pass(seconds)
    expect(await looks()).toBe(status)
    expect((await server.call(getSession, {}, vendor)).body.support === null).toBe(status === 404)
  })

  test('never outlasts the session, not even by a second in the database', async () => {
    await server.rows(`update sessions set created_at = now() - interval '11 hours 50 minutes' where user_id = $1`, [
      vendor.user_id,
    ])
    const { body } = await start()
    const left = (Date.parse(body.ends_at) - Date.now()) / 60_000
    expect(left).toBeGreaterThan(9)
    expect(left).toBeLessThan(10.1)
    await expect(
      server.rows(`update support_accesses set ends_at = started_at + interval '30 minutes 1 second' where id = $1`, [
        body.id,
      ]),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('is read-only unless requested, for one session only, and ends on opening another department', async () => {
    await start()
    expect((await write()).error?.code).toBe('support_read_only')
    const elsewhere = { secret: await server.signIn(vendor.user_id, null, 'super_admin') }
    expect(await looks(elsewhere)).toBe(404)
    // Same person in another session: only one access at a time, so that every entry has one reason.
    expect((await start(elsewhere)).error?.code).toBe('support_open')
    const other = await server.makeOrganization()
    expect((await start(vendor, { organization_id: other.id, may_write: true })).status).toBe(200)
    expect((await visits())[0]).toMatchObject({ ended_why: 'replaced', live: false })
    expect((await write()).status).toBe(200)
    expect(await server.rows('select from faq_categories where organization_id = $1', [organization.id])).toEqual([])
  })

  test('grants nothing without a second factor or after removal from the list', async () => {
    await start()
    await server.rows('update sessions set second_factor_at = null where user_id = $1', [vendor.user_id])
    expect(await looks()).toBe(401)
    await server.rows('update sessions set second_factor_at = now() where user_id = $1', [vendor.user_id])
    expect(await looks()).toBe(200)
    await server.rows('update super_admin_users set active = false where account_id = $1', [vendor.user_id])
    expect(await looks()).toBe(401)
  })
})

describe('ending support access', { meta: { shows: ['issue 4.5'] } }, () => {
  test('by the super admin, by an admin of the department, or with the session', async () => {
    await start()
    expect((await server.call(endSupport, {}, vendor)).body.organization_id).toBe(organization.id)
    expect([await looks(), (await visits())[0]?.ended_why]).toEqual([404, 'by_vendor'])
    const second = await start()
    expect((await server.call(endVisit, { id: second.body.id }, admin)).status).toBe(200)
    expect(await looks()).toBe(404)
    expect((await visits())[0]).toMatchObject({ ended_why: 'by_admin', ended_by_name: 'Casey Admin' })
    await start()
    expect((await server.call(signOut, {}, vendor)).status).toBe(200)
    expect((await visits())[0]).toMatchObject({ ended_why: 'session_ended', live: false })
    expect((await visits()).length).toBe(3)
  })

  test('ending it twice at once writes one entry, and twenty starts at once give one access', async () => {
    const { body } = await start()
    const ends = await Promise.all([
      ...Array.from({ length: 5 }, () => server.call(endVisit, { id: body.id }, admin)),
      ...Array.from({ length: 5 }, () => server.call(endSupport, {}, vendor)),
    ])
    expect(ends.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const entries = await server.rows(
      `select from audit_entries where organization_id = $1 and thing_type = 'support_accesses' and before is not null`,
      [organization.id],
    )
    expect(entries).toHaveLength(1)
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => server.signIn(vendor.user_id, null, 'super_admin')),
    )
    const starts = await Promise.all(secrets.map((secret) => start({ secret })))
    expect(starts.map((one) => one.error?.code ?? 'begun').toSorted()).toEqual([
      'begun',
      ...Array(19).fill('support_open'),
    ])
  })

  test('starting and signing out at once leaves nothing open', async () => {
    for (let round = 0; round < 10; round++) {
      const one = { secret: await server.signIn(vendor.user_id, null, 'super_admin') }
      await Promise.all([start(one), server.call(signOut, {}, one)])
      expect((await visits()).filter((visit) => visit.live)).toEqual([])
    }
  })

  test('repeating a start with the same key after a lost response returns the first response, not a second access', async () => {
    const key = crypto.randomUUID()
    const ask = { organization_id: organization.id, reason, may_write: false }
    const [first, again] = [
      await server.call(startSupport, ask, vendor, { key }),
      await server.call(startSupport, ask, vendor, { key }),
    ]
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await visits()).toHaveLength(1)
  })

  test('a write in progress finishes before the end is confirmed, and no write comes after it', async () => {
    const { body } = await start(vendor, { may_write: true })
    const client = new pg.Client({ connectionString: appUrlOf(server.databaseUrl) })
    await client.connect()
    const entered = async () => {
      await client.query('begin')
      await client.query(`select app.enter(sha256($1::bytea), 'admin', '', false)`, [vendor.secret])
    }
    const mark = () => client.query(`select app.mark('test', gen_random_uuid(), '', '', true)`)
    try {
      await entered()
      await mark()
      let answered = false
      const ending = server.call(endVisit, { id: body.id }, admin).then((answer) => {
        answered = true
        return answer.status
      })
      await expect
        .poll(() =>
          server.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
        )
        .toHaveLength(1)
      expect(answered).toBe(false)
      await client.query('commit')
      expect(await ending).toBe(200)
      // Entered during the access, but it ended before the write: too late.
      const second = await start(vendor, { may_write: true })
      await entered()
      await server.call(endVisit, { id: second.body.id }, admin)
      await expect(mark()).rejects.toMatchObject({ code: 'WB404' })
    } finally {
      await client.end()
    }
  })

  const faqPoke = '"t":"faq"'
  const listen = async () => {
    const response = await fetch(`${server.base}/api/live`, { headers: { cookie: `watchbill=${vendor.secret}` } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const seen = { text: '', ended: false, at: 0 }
    void (async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) seen.text += next.value
      Object.assign(seen, { ended: true, at: performance.now() })
    })()
    return seen
  }
  const endOf = (stream: { ended: boolean }) => expect.poll(() => stream.ended, { timeout: 2500 }).toBe(true)

  test('streams receive the department’s updates while it lasts and are cut within 2 seconds of its end', async () => {
    const outside = await listen()
    const began = await start(vendor, { may_write: true })
    // The earlier stream belonged to the vendor area only.
    await endOf(outside)
    const inside = await listen()
    expect((await write(admin)).status).toBe(200)
    await expect.poll(() => inside.text.includes(faqPoke), { timeout: 2000 }).toBe(true)
    const asked = performance.now()
    await server.call(endVisit, { id: began.body.id }, admin)
    await endOf(inside)
    expect(inside.at - asked).toBeLessThan(2000)
    expect(outside.text).not.toContain(faqPoke)
  })

  test('expiry cuts them too, and nothing from the department follows', async () => {
    await start()
    await pass(1799)
    const asked = performance.now()
    const last = await listen()
    await endOf(last)
    expect(last.at - asked).toBeLessThan(3000)
    const after = await listen()
    await write(admin)
    // A later message on the same stream proves that this one was skipped.
    await start()
    await endOf(after)
    expect(after.text).not.toContain(faqPoke)
  })
})

describe('permanent records on both sides', { meta: { shows: ['issue 4.5', 'issue 4.5 trust'] } }, () => {
  test('both logs record the start with its reason, every write and the end, with the person', async () => {
    const { body } = await start(vendor, { may_write: true })
    expect((await write()).status).toBe(200)
    await server.call(endSupport, {}, vendor)
    const log = (of: string) =>
      server.rows<{ action: string; actor_role: string; actor_user_id: string; after: Record<string, unknown> }>(
        `select action, actor_role, actor_user_id, after from audit_entries where organization_id = $1
           and action ~ '^(support_access|faq)' and (after ->> 'organization_id' = $2 or organization_id::text = $2) order by id`,
        [of, organization.id],
      )
    const who = { actor_user_id: vendor.user_id }
    const [theirs, ours] = [await log(organization.id), await log(VENDOR)]
    for (const entries of [theirs, ours]) {
      expect(entries).toMatchObject([
        {
          ...who,
          action: 'support_access.start',
          actor_role: 'super_admin',
          after: { reason, by_name: 'Vendor Person' },
        },
        { ...who, action: 'faq.create_category', actor_role: 'support' },
        { ...who, action: 'support_access.end', actor_role: 'super_admin', after: { ended_why: 'by_vendor' } },
      ])
    }
    // Department data stays in the department's own log.
    expect(Object.keys(ours[1]?.after ?? {}).toSorted()).toEqual(['organization_id', 'support_access_id'])
    expect(ours[1]?.after.support_access_id).toBe(body.id)
    const seen = (await server.call(listAudit, {}, admin)).body.items
    expect(seen.filter((one) => one.action !== 'direct').map((one) => [one.action, one.actor.name])).toEqual([
      ['support_access.end', 'Vendor Person'],
      ['faq.create_category', 'Vendor Person'],
      ['support_access.start', 'Vendor Person'],
    ])
    expect((await server.call(listAudit, { person: 'vendor' }, admin)).body.items).toHaveLength(3)
    const others = (await server.call(listAudit, { person: 'system' }, admin)).body.items
    expect(others.filter((one) => one.action !== 'direct')).toEqual([])
  })

  test('admins are notified at once, see it while it lasts and what was done afterward; officers see nothing', async () => {
    const officer = await server.makePerson(organization)
    const { body } = await start(vendor, { may_write: true })
    const told = (await server.call(listLatest, {}, admin)).body.items
    expect(told[0]).toMatchObject({ type: 'support_access', read: false })
    expect(told[0]?.message).toContain(reason)
    expect(told[0]?.message).toContain('Vendor Person')
    const shown = (await server.call(getSession, {}, admin)).body.visits
    expect(shown).toMatchObject([{ id: body.id, by_name: 'Vendor Person', reason, may_write: true }])
    expect((await server.call(getSession, {}, officer)).body.visits).toEqual([])
    expect(await looks(officer)).toBe(403)
    await write()
    await write()
    await server.call(endSupport, {}, vendor)
    expect((await server.call(getSession, {}, admin)).body.visits).toEqual([])
    expect((await visits())[0]).toMatchObject({ reason, changes: 2, live: false, by_name: 'Vendor Person' })
    const changes = (await server.call(listChanges, { id: body.id }, admin)).body.items
    expect(changes).toMatchObject([
      { action: 'faq.create_category', change: 'made' },
      { action: 'faq.create_category', change: 'made' },
    ])
    const shownToVendor = await server.call(listVisitsOf, { organization_id: organization.id }, vendor)
    expect(shownToVendor.body.items).toMatchObject([{ id: body.id, changes: 2 }])
  })

  test('more than 20 are paged without duplicates', async () => {
    for (let n = 0; n < 23; n++) {
      await start()
      await server.call(endSupport, {}, vendor)
    }
    const first = await server.call(listVisits, {}, admin)
    const rest = await server.call(listVisits, { after: first.body.next ?? undefined }, admin)
    expect([first.body.items.length, rest.body.items.length, rest.body.next]).toEqual([20, 3, null])
    expect(new Set([...first.body.items, ...rest.body.items].map(({ id }) => id)).size).toBe(23)
  })

  test.each([
    ['watchbill_app', appUrlOf],
    ['watchbill_vendor', vendorUrlOf],
  ])('nobody can delete or change them: not as %s, whatever role it claims', async (_role, urlOf) => {
    await start()
    const client = new pg.Client({ connectionString: urlOf(server.databaseUrl) })
    await client.connect()
    try {
      for (const role of ['super_admin', 'admin', 'system']) {
        for (const statement of [
          'delete from audit_entries',
          `update audit_entries set actor_role = 'x'`,
          'delete from support_accesses',
          `update support_accesses set reason = 'another reason'`,
          `update support_accesses set started_at = now() - interval '1 hour'`,
        ]) {
          await client.query('begin')
          await client.query(
            `select set_config('app.role', $1, true), set_config('app.organization_id', $2, true),
               set_config('app.user_id', $3, true), set_config('app.reason', 'a test', true)`,
            [role, organization.id, vendor.user_id],
          )
          await expect(client.query(statement), `${role}: ${statement}`).rejects.toMatchObject({ code: '42501' })
          await client.query('rollback')
        }
      }
    } finally {
      await client.end()
    }
  })

  test('in the database too: no access can be created or extended for another session, person or department', async () => {
    const { body } = await start()
    await server.call(endSupport, {}, vendor)
    await expect(
      server.rows('update support_accesses set ended_at = null, ended_why = null where id = $1', [body.id]),
    ).rejects.toMatchObject({ code: '42501' })
    const client = new pg.Client({ connectionString: appUrlOf(server.databaseUrl) })
    await client.connect()
    try {
      const [session] = await server.rows<{ id: string }>('select id from sessions where user_id = $1 limit 1', [
        vendor.user_id,
      ])
      for (const [role, user] of [
        ['admin', admin.user_id],
        ['super_admin', admin.user_id],
        ['super_admin', vendor.user_id],
      ]) {
        await client.query('begin')
        await client.query(
          `select set_config('app.role', $1, true), set_config('app.organization_id', $2, true), set_config('app.user_id', $3, true)`,
          [role, organization.id, user],
        )
        await expect(
          client.query(
            `insert into support_accesses (organization_id, session_id, user_id, by_name, reason, ends_at)
             values ($1, $2, $3, 'X', 'a reason long enough', clock_timestamp() + interval '1 minute')`,
            [organization.id, session?.id, vendor.user_id],
          ),
        ).rejects.toMatchObject({ code: '42501' })
        await client.query('rollback')
      }
    } finally {
      await client.end()
    }
  })
})
