import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { routes } from '#features/home/full-export/routes.ts'
import { exporting, type Route } from '#platform/server/route.ts'
import { named, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { cancelExport, currentExport } from './contract.ts'

/** An export with the requested number of rows, each as wide as a real one. */
const exportRows = endpoint({
  name: 'test.rows',
  summary: 'Rows.',
  method: 'POST',
  path: '/api/test/rows',
  who: 'admin',
  feature: 'reports',
  input: z.object({ ...exportInput, rows: z.int(), missing: z.boolean().optional() }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
const route: Route = exporting(exportRows, (input) => ({
  title: 'Rows',
  format: input.format,
  found: sql`select '2026-01-01' as "from", '2026-01-31' as "to" where not ${input.missing ?? false}::boolean`,
  sheets: [
    {
      name: 'Rows',
      columns: [
        { head: 'N', as: 'whole' },
        { head: 'Officer', as: 'text' },
        { head: 'Text', as: 'text' },
      ],
      statement: sql`select n, o.name, repeat('x', 400) from generate_series(1, ${input.rows}::int) n, ${named('officers')} o
        where o.organization_id = (select app.organization_id()) and o.id = (select app.officer_id()) order by n`,
    },
  ],
}))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([...routes, route])
})
afterAll(() => server.close())

const department = async (over: Record<string, unknown> = {}) => {
  const house = await server.makeOrganization(over)
  return { house, admin: await server.makePerson(house, { role: 'admin', name: '=Admin' }) }
}
/** The response as a stream that has not been read yet. */
const open = (who: TestPerson, rows: number, stop?: AbortSignal) =>
  fetch(server.base + exportRows.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.base, cookie: `watchbill=${who.secret}` },
    body: JSON.stringify({ format: 'csv', rows }),
    ...(stop ? { signal: stop } : {}),
  })
const large = 200_000
const exportsOf = (house: { id: string }) =>
  server.rows<{ state: string; rows_done: number; rows_total: number }>(
    'select state, rows_done, rows_total from exports where organization_id = $1 order by created_at',
    [house.id],
  )
/** Waits for values the export writes once a second, or after its receiver is gone. */
const until = (what: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await what()).toBe(true), { timeout: 30_000, interval: 50 })
const cursors = async () =>
  (
    await server.rows<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~ 'export_1'
        and state <> 'idle'`,
    )
  )[0]?.n

describe('an export', { meta: { shows: ['issue 3.5'] } }, () => {
  test('streams every row under its name, as the person, and is audited with its range and row count', async () => {
    const { house, admin } = await department({ subdomain: 'quiet-town' })
    const answer = await open(admin, 1_234)
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="quiet-town-rows-2026-01-01-to-2026-01-31.csv"',
    )
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toBeTruthy()
    const [head, ...rows]: string[][] = parse(await answer.text(), { bom: true })
    expect(head).toEqual(['N', 'Officer', 'Text'])
    expect(rows).toHaveLength(1_234)
    expect(rows.at(-1)).toEqual(['1234', "'=Admin", 'x'.repeat(400)])
    await until(async () => (await exportsOf(house))[0]?.state === 'done')
    expect(await exportsOf(house)).toEqual([{ state: 'done', rows_done: 1_234, rows_total: 1_234 }])
    const entries = await server.rows<{ action: string; actor_officer_id: string; after: Record<string, unknown> }>(
      `select action, actor_officer_id, after from audit_entries where organization_id = $1 and thing_type = 'exports' order by id`,
      [house.id],
    )
    expect(entries.map(({ action, actor_officer_id }) => ({ action, actor_officer_id }))).toEqual(
      [1, 2].map(() => ({ action: 'test.rows', actor_officer_id: admin.officer_id })),
    )
    expect(entries[0]?.after).toMatchObject({ parameters: { format: 'csv', rows: 1_234 }, title: 'Rows' })
    expect(entries[1]?.after).toMatchObject({ state: 'done', rows_total: 1_234, rows_done: 1_234 })
  })

  test('runs one at a time: the second caller learns whose is running, and another department is unaffected', async () => {
    const [one, two] = [await department(), await department()]
    const first = await open(one.admin, large)
    expect(first.status).toBe(200)
    const second = await server.call(exportRows, { format: 'xlsx', rows: 1 }, one.admin)
    expect(second).toMatchObject({
      status: 409,
      error: { code: 'export_running', details: { title: 'Rows', by: '=Admin' } },
    })
    expect((await server.call(exportRows, { format: 'csv', rows: 1 }, two.admin)).status).toBe(200)
    const { running } = (await server.call(currentExport, {}, one.admin)).body
    expect(running).toMatchObject({ title: 'Rows', mine: true, rows_total: large })
    expect((await server.call(currentExport, {}, two.admin)).body.running).toBeNull()
    await first.body?.cancel()
    await until(async () => (await exportsOf(one.house))[0]?.state === 'cancelled')
    expect((await server.call(exportRows, { format: 'csv', rows: 1 }, one.admin)).status).toBe(200)
  })

  test('starts one of 30 simultaneous requests', async () => {
    const { admin } = await department()
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(admin, large)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 29 }, () => 409)])
    await Promise.all(answers.map(({ body }) => body?.cancel()))
  })

  test('a client that disconnects frees the cursor, connection and slot, and the record shows how far it got', async () => {
    await until(async () => (await cursors()) === 0)
    const { house, admin } = await department()
    const stop = new AbortController()
    const answer = await open(admin, large, stop.signal)
    await answer.body?.getReader().read()
    await until(async () => (await cursors()) === 1)
    stop.abort()
    await until(async () => (await exportsOf(house))[0]?.state === 'cancelled')
    await until(async () => (await cursors()) === 0)
    const [row] = await exportsOf(house)
    expect(row?.rows_done).toBeLessThan(large)
  })

  test('reports progress while a slow client reads, and waits for it', async () => {
    const { house, admin } = await department()
    const answer = await open(admin, large)
    await until(async () => ((await exportsOf(house))[0]?.rows_done ?? 0) > 0)
    const [before] = await exportsOf(house)
    // No byte has been read: produced data waits in the socket buffers, and no more rows are fetched.
    expect(before).toMatchObject({ state: 'running', rows_total: large })
    expect(before?.rows_done).toBeLessThan(large / 2)
    const text = await answer.text()
    expect(text.trimEnd().split('\r\n')).toHaveLength(large + 1)
    await until(async () => (await exportsOf(house))[0]?.state === 'done')
  })

  test('stops when another admin ends it, the session ends, or the role or feature is lost', async () => {
    const ends: ((scene: Awaited<ReturnType<typeof department>>, id: string) => Promise<unknown>)[] = [
      async ({ house }, id) => {
        const other = await server.makePerson(house, { role: 'admin' })
        expect((await server.call(cancelExport, { id }, other)).status).toBe(200)
        expect((await server.call(cancelExport, { id }, other)).error?.code).toBe('export_over')
      },
      ({ admin }) => server.rows('update sessions set ended_at = now() where user_id = $1', [admin.user_id]),
      ({ admin }) => server.rows(`update officers set role = 'officer' where user_id = $1`, [admin.user_id]),
      ({ house }) =>
        server.rows(`update organizations set features_enabled = '{"reports": false}' where id = $1`, [house.id]),
    ]
    for (const end of ends) {
      const scene = await department()
      const answer = await open(scene.admin, large)
      await end(scene, answer.headers.get('export-id') ?? '')
      // Read only after the record says so: data in transit fills the connection, so it cannot have finished by itself.
      await until(async () => (await exportsOf(scene.house))[0]?.state === 'cancelled')
      await expect(answer.text()).rejects.toThrow()
    }
    await until(async () => (await cursors()) === 0)
  })

  test('that is ended just before its last byte does not arrive whole', async () => {
    const { house, admin } = await department()
    // Few rows: without a reader they wait in the socket, and no beat comes before the end.
    await server.rows(`create or replace function end_at_once() returns trigger language plpgsql as $$
      begin
        if new.rows_total = 777 then new.state := 'cancelled'; new.finished_at := now(); end if;
        return new;
      end $$`)
    await server.rows('create trigger end_at_once before update on exports for each row execute function end_at_once()')
    try {
      const answer = await open(admin, 777)
      expect(answer.status).toBe(200)
      await expect(answer.text()).rejects.toThrow()
      expect(await exportsOf(house)).toMatchObject([{ state: 'cancelled', rows_total: 777 }])
    } finally {
      await server.rows('drop trigger end_at_once on exports')
    }
  })

  test('whose process died does not block the next one', async () => {
    const { house, admin } = await department()
    const dead = { call: 'x.y', title: 'X', format: 'csv', parameters: '{}', file_name: 'x.csv' }
    await server.insert('exports', {
      ...dead,
      organization_id: house.id,
      started_by: admin.officer_id,
      alive_at: new Date(Date.now() - 16_000),
    })
    expect((await server.call(currentExport, {}, admin)).body.running).toBeNull()
    expect((await server.call(exportRows, { format: 'csv', rows: 3 }, admin)).status).toBe(200)
    expect((await exportsOf(house)).map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  test('is refused with a message before the first byte: unknown, wrong role, no feature, after the trial', async () => {
    const { house, admin } = await department()
    const officer = await server.makePerson(house)
    const ask = (who: TestPerson | null, missing = false) =>
      server.call(exportRows, { format: 'csv', rows: 1, missing }, who)
    expect((await ask(admin, true)).error?.code).toBe('not_found')
    expect((await ask(officer)).error?.code).toBe('not_allowed')
    expect((await ask(null)).error?.code).toBe('not_signed_in')
    const off = await department({ features_enabled: '{"reports": false}' })
    expect((await ask(off.admin)).error?.code).toBe('feature_not_available')
    const over = await department({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
    expect((await ask(over.admin)).error?.code).toBe('trial_expired')
    for (const { house: one } of [off, over]) expect(await exportsOf(one)).toEqual([])
    expect(await exportsOf(house)).toEqual([])
  })
})
