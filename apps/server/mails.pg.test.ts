import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { startSmtp } from '#platform/server/testing.smtp.ts'

const main = join(import.meta.dirname, 'main.ts')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: pg.Pool
let smtp: Awaited<ReturnType<typeof startSmtp>>
let server: ChildProcess | null = null
/** Called when the mail server receives a recipient, before it has the message. */
let atRecipient: () => Promise<void> = async () => undefined

const start = async () => {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      SMTP_URL: smtp.url,
      WEATHER: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (bytes: Buffer) => {
      said += String(bytes)
      if (said.includes('is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
}
const kill = async () => {
  const child = server
  if (!child || child.signalCode !== null || child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
const insert = async (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row)
  const values = names.map((_, i) => `$${i + 1}`).join(', ')
  const { rows } = await owner.query(
    `insert into ${table} (${names.join(', ')}) values (${values}) returning id`,
    Object.values(row),
  )
  return String(rows[0].id)
}
/** Polls every few milliseconds until the condition is true; the test's own timeout ends it. */
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Pool({ connectionString: database.url, max: 2 })
  owner.on('error', () => undefined)
  smtp = await startSmtp(async () => {
    await atRecipient()
    return 'take' as const
  })
})
afterAll(async () => {
  await kill()
  smtp.close()
  await owner.end()
  await database.drop()
})

test('a notification is emailed once, even if the server is killed before the email is queued or handed over', {
  timeout: 60_000,
  meta: { shows: ['issue 3.10'] },
}, async () => {
  const organization_id = await insert('organizations', { name: 'Department', subdomain: 'department' })
  const account = await insert('accounts', { email: 'a@example.org', email_key: 'a@example.org', name: 'A' })
  const officer_id = await insert('officers', {
    organization_id,
    user_id: account,
    name: 'A',
    email: 'a@example.org',
    email_key: 'a@example.org',
    approved: true,
  })
  const tell = (title: string) =>
    insert('tellings', {
      organization_id,
      event: 'signup_approved',
      title,
      message: 'm',
      audience: 'officer',
      officer_id,
    })
  const subjects = () => smtp.received.map((mail) => mail.subject)

  // Committed while no process is running to write the email.
  await tell('first')
  await start()
  // Killed after the email was queued and the mail server contacted, before anything was handed over.
  let killed = false
  atRecipient = async () => {
    atRecipient = async () => undefined
    await kill()
    killed = true
  }
  await tell('second')
  await until(() => killed)
  expect(subjects()).toEqual([])

  await start()
  // Expires the dead process's lease.
  await owner.query(`update mails set next_try_at = now() - interval '1 second' where state = 'sending'`)
  await tell('third')
  await until(async () => {
    const { rows } = await owner.query(`select count(*)::int as n from mails where state = 'sent'`)
    return rows[0].n === 3
  })
  expect(subjects().sort()).toEqual(['first', 'second', 'third'])
  const { rows } = await owner.query('select count(*)::int as n from tellings')
  expect(rows[0].n).toBe(0)
})
