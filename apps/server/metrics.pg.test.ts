import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditJobs } from '#features/department/audit/jobs.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startJobs } from '#platform/server/jobs.ts'
import { createMeter, measureRequests } from '#platform/server/metrics.ts'
import { serveMetrics, watchFigures } from '#platform/server/metrics-page.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { routes } from './routes.ts'

const meter = createMeter()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes, { mount: (app) => measureRequests(app, meter) })
})
afterAll(() => server.close())

it('shows what this process does to this machine only, and never a department, an address or a person', {
  meta: { shows: ['issue 14 metrics'] },
}, async () => {
  const organization = await server.makeOrganization({ name: 'Telltale Falls PD', subdomain: 'telltale-falls-pd' })
  const person = await server.makePerson(organization, { name: 'Telltale Person' })
  for (const state of ['waiting', 'sent'])
    await server.insert('mails', {
      organization_id: organization.id,
      to_address: person.email,
      subject: 'S',
      text_body: 'T',
      html_body: 'H',
      state,
    })
  await server.call(getSession, {}, person)
  await server.call(getSession, {}, null)
  await fetch(`${server.base}/telltale-falls-pd/login?email=${person.email}`)
  const figures = watchFigures()
  const { sweeps } = auditJobs(null, () => undefined)
  for (const sweep of [...sweeps, figures.sweep])
    await server.database.transaction([enterSystem(organization.id, 'job')], (db) => sweep.run(db))
  const jobs = startJobs(server.database, [figures.sweep], () => undefined)
  const port = await freePort()
  const live = { count: () => 3, pokes: () => 7 }
  const served = await serveMetrics(port, meter, { database: server.database, live, jobs, figures, late: () => 0 })
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(text).toMatch(/^watchbill_requests_total\{call="session.get",status="200"\} 1$/m)
    expect(text).toMatch(/^watchbill_requests_total\{call="session.get",status="401"\} 1$/m)
    expect(text).toMatch(/^watchbill_request_seconds_count\{call="page"\} 1$/m)
    expect(text).toMatch(/^watchbill_db_connections\{state="idle"\} \d+$/m)
    expect(text).toMatch(/^watchbill_mails_waiting 1$/m)
    expect(text).toMatch(/^watchbill_streams 3$/m)
    expect(text).toMatch(/^watchbill_pokes_total 7$/m)
    expect(text).toMatch(/^watchbill_job_lag_seconds\{job="watch_figures"\} 0$/m)
    expect(text).toMatch(/^watchbill_audit_seal_age_seconds [\d.]+$/m)
    expect(text).not.toMatch(/telltale|example\.org|127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}/i)
    const labels = new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map((found) => found[1]))
    expect([...labels].toSorted()).toEqual(['call', 'job', 'le', 'state', 'status'])
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
    // The application's own port has no such page.
    expect(await (await fetch(`${server.base}/metrics`)).text()).not.toContain('watchbill_')
    await expect(
      serveMetrics(port, createMeter(), { database: server.database, live, jobs, figures, late: () => 0 }),
    ).rejects.toThrow(`METRICS_PORT ${port} cannot be used`)
  } finally {
    served.close()
    await jobs.close()
  }
})
