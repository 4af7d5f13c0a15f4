import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { hashPassword } from '#platform/server/passwords.ts'
import { createTestDatabase } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { openVault, seal } from '#platform/server/vault.ts'
import { launchBrowser } from './browser.ts'

const root = join(import.meta.dirname, '..')
export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }
export const password = 'a long enough pass phrase 42'
/** The authenticator of every admin of the stage. */
const authenticator = new TOTP({ secret: Secret.fromBase32('KRUGS4ZANFZSA3TPOQQGC3RAMV4GC3LQ') })
const secretKey = 'the-secret-of-an-installation-for-journeys'

/** The real server as a process of its own, on a fresh database; `words` stand on its command line (`--demo`). */
export const startStage = async (...words: string[]) => {
  const database = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  // A database that goes away under an idle connection is the end of a journey, not an error of it.
  owner.on('error', () => undefined)
  const processes: ChildProcess[] = []
  /** On a free port, or on the one that a server which ended had. */
  const startServer = async (had?: string) => {
    const port = had ? Number(new URL(had).port) : await freePort()
    const child = spawn(process.execPath, [join(root, 'apps/server/main.ts'), ...words], {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: '',
        DEMO_PASSWORD: password,
        DEMO_TOTP_SECRET: authenticator.secret.base32,
        SECRET_KEY: secretKey,
        CHECK_OUTPUTS: 'on',
        LOG_LEVEL: 'warn',
        // No balancer has to be told first.
        DRAIN_NOTICE_SECONDS: '0',
        // No journey depends on somebody else's server.
        WEATHER: process.env.WEATHER ?? 'off',
        WEATHER_URL: process.env.WEATHER_URL ?? '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    processes.push(child)
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (bytes: Buffer) => {
        said += String(bytes)
        if (said.includes('is ready')) resolve()
      }
      child.stdout?.on('data', hear)
      child.stderr?.on('data', hear)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
    })
    return { base: `http://localhost:${port}`, child, said: () => said }
  }
  const [first, browser] = await Promise.all([startServer(), launchBrowser()])
  return {
    base: first.base,
    databaseUrl: database.url,
    first,
    startServer,
    browser,
    rows: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<R>(text, values)).rows,
    close: async () => {
      await browser.close()
      const end = async (child: ChildProcess) => {
        if (child.exitCode !== null) return
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await gone
      }
      await Promise.all(processes.map(end))
      await owner.end()
      await database.drop()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof startStage>>

/** What an admin cannot do without. */
export const addAuthenticator = async (stage: Stage, accountId: string) => {
  openVault(secretKey)
  const secret = seal(Buffer.from(authenticator.secret.buffer), accountId)
  await stage.rows(
    `insert into factors (account_id, kind, name, secret, confirmed_at) values ($1, 'app', 'App', $2, now())`,
    [accountId, secret],
  )
  await stage.rows('update memberships set second_factor = true where account_id = $1', [accountId])
}

const turns = new Map<string, Promise<unknown>>()
/**
 * Gives `work` the code of this moment where the account has an authenticator, else null. A code works once and nobody waits here
 * for the next one: the stage forgets the last one taken, and sign-ins of one account stand in line for it.
 */
export const withCode = async <T>(
  stage: Stage,
  email: string,
  work: (code: string | null) => Promise<T>,
): Promise<T> => {
  const mine = (turns.get(email) ?? Promise.resolve()).then(async () => {
    const had = await stage.rows(
      `update factors set last_step = null where kind = 'app' and account_id = (select id from accounts where email_key = $1)
       returning id`,
      [email.toLowerCase()],
    )
    return work(had.length > 0 ? authenticator.generate() : null)
  })
  turns.set(
    email,
    mine.catch(() => undefined),
  )
  return mine
}

/** One of the vendor's staff, with an authenticator unless told, put straight into the database. Sign in with `signInSuperAdmin`. */
export const makeSuperAdmin = async (stage: Stage, { factor = true } = {}) => {
  const email = `vendor-${randomBytes(3).toString('hex')}@vendor.example`
  const [account] = await stage.rows<{ id: string }>(
    `with made as (insert into accounts (email, email_key, name, password_hash) values ($1, $1, 'Vendor Person', $2) returning id)
     insert into super_admin_users (email, email_key, account_id) select $1, $1, id from made returning account_id as id`,
    [email, await hashPassword(password)],
  )
  if (factor) await addAuthenticator(stage, account?.id ?? '')
  return { email, user_id: account?.id ?? '' }
}

/** A department with its people, put straight into the database: what a journey takes for granted, not what it shows. */
export const makeDepartment = async (stage: Stage, name = `Department ${randomBytes(3).toString('hex')}`) => {
  const subdomain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const [organization] = await stage.rows<{ id: string }>(
    `insert into organizations (name, subdomain, subscription_tier, time_zone) values ($1, $2, 'pro', 'America/Chicago') returning id`,
    [name, subdomain],
  )
  const id = organization?.id ?? ''
  const addPerson = async (personName: string, role: 'admin' | 'officer') => {
    const email = `${personName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@${subdomain}.example`
    const [account] = await stage.rows<{ id: string }>(
      'insert into accounts (email, email_key, name, password_hash) values ($1, $1, $2, $3) returning id',
      [email, personName, await hashPassword(password)],
    )
    const [officer] = await stage.rows<{ id: string }>(
      `insert into officers (organization_id, user_id, role, approved, name, email, email_key, badge_number)
       values ($1, $2, $3, true, $4, $5, $5, $6) returning id`,
      [id, account?.id, role, personName, email, randomBytes(3).toString('hex')],
    )
    if (role === 'admin') await addAuthenticator(stage, account?.id ?? '')
    return { email, name: personName, officer_id: officer?.id ?? '', user_id: account?.id ?? '' }
  }
  /** A published shift with one post, so many minutes from now. */
  const addShift = async (shift: {
    title: string
    from: number
    to: number
    mode?: 'first_come' | 'approval' | 'award'
    places?: number
  }) => {
    const [made] = await stage.rows<{ assignment_id: string; post_id: string }>(
      `with a as (insert into assignments (organization_id, title, kind, location_name, time_zone, starts_at, ends_at,
          signup_mode, status, published_at, announced_at)
        values ($1, $2, 'overtime', 'Main gate', 'America/Chicago',
          date_trunc('minute', now()) + $3 * interval '1 minute', date_trunc('minute', now()) + $4 * interval '1 minute',
          $5, 'published', now(), now()) returning organization_id, id, starts_at, ends_at)
       insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
       select organization_id, id, 'Gate', $6, starts_at, ends_at from a returning assignment_id, id as post_id`,
      [id, shift.title, shift.from, shift.to, shift.mode ?? 'approval', shift.places ?? 1],
    )
    return { assignment_id: made?.assignment_id ?? '', post_id: made?.post_id ?? '' }
  }
  const addSignup = async (
    shift: { assignment_id: string; post_id: string },
    person: { officer_id: string },
    status: 'pending_approval' | 'interested' | 'confirmed',
  ) => {
    const [made] = await stage.rows<{ id: string }>(
      `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
       select organization_id, assignment_id, id, $3, $4, starts_at, ends_at from posts
       where organization_id = $1 and id = $2 returning id`,
      [id, shift.post_id, person.officer_id, status],
    )
    return made?.id ?? ''
  }
  return { id, name, subdomain, addPerson, addShift, addSignup }
}

export type Actor = { stage: Stage; base: string; page: Page; context: BrowserContext; faults: string[] }

/** A browser of one's own. Console errors and policy violations are kept in `faults`: a journey ends with none. */
export const openBrowser = async (
  stage: Stage,
  size = desk,
  more: { scheme?: 'dark' | 'light'; base?: string } = {},
): Promise<Actor> => {
  const base = more.base ?? stage.base
  const context = await stage.browser.newContext({
    viewport: size,
    baseURL: base,
    hasTouch: size.width < 768,
    isMobile: size.width < 768,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    colorScheme: more.scheme ?? 'dark',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A refusal that the journey provokes is logged by the browser as a failed load: that is not a fault of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return { stage, base, page, context, faults }
}

/**
 * Does `act`, and answers when `shown` holds, while the clocks of these pages (installed before they were opened) are held back: they
 * go on for `ms`, a little at a time, and no further. A page that looks again by a timer of its own comes too late; how long the
 * machine takes counts for nothing.
 */
export const comesWithin = async (
  actors: readonly Actor[],
  ms: number,
  act: () => Promise<unknown>,
  shown: () => Promise<boolean> | boolean,
): Promise<void> => {
  const steps = 100
  for (const { page } of actors) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  let taken = 0
  const look = async () => {
    if (await shown()) return true
    if (taken++ < steps) for (const { page } of actors) await page.clock.runFor(ms / steps)
    return shown()
  }
  try {
    await act()
    await expect.poll(look, { interval: 100, timeout: 30_000 }).toBe(true)
  } finally {
    for (const { page } of actors) await page.clock.resume()
  }
}

/**
 * Signs in without the form, which a journey takes for granted, and opens the dashboard: of an officer, of an admin (who gives the
 * code of the authenticator), or without a department of the vendor's staff.
 */
export const comeIn = async (
  { stage, base, page, context }: Actor,
  department: { subdomain: string } | null,
  { email }: { email: string },
): Promise<void> => {
  const ask = async (path: string, data: object) => {
    const headers = { origin: base, 'idempotency-key': randomUUID() }
    const answer = await context.request.post(path, { data, headers })
    if (!answer.ok()) throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`)
  }
  await withCode(stage, email, async (code) => {
    if (department) await ask('/api/accounts/sign-in', { email, password, agency: department.subdomain })
    else await ask('/api/vendor/sign-in', { email, password })
    if (code) await ask('/api/multi-factor/code', { code })
    const side = department ? (code ? 'admin' : 'officer') : 'super-admin'
    await page.goto(`/${side}/dashboard`)
  })
}

/** Signs in by hand at the department's own address; an admin gives the code of the authenticator too. */
export const signIn = async (
  actor: Actor,
  department: { subdomain: string },
  person: { email: string },
  secret = password,
) => {
  await withCode(actor.stage, person.email, async (code) => {
    const { page } = actor
    await page.goto(`/${department.subdomain}/login`)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    if (code) {
      await page.getByLabel('Code').fill(code)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    }
    await page.waitForURL(/dashboard/)
  })
}

/** Signs one of the vendor's staff in by hand, the code of the authenticator included, and waits for the dashboard. */
export const signInSuperAdmin = (actor: Actor, person: { email: string }) =>
  withCode(actor.stage, person.email, async (code) => {
    const { page } = actor
    await page.goto('/super-admin/login')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    if (!code) return setUpAuthenticator(actor)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL(/super-admin\/dashboard/)
  })

/** Sets up an authenticator app by hand, as an admin has to before anything opens, and keeps the recovery codes. */
export const setUpAuthenticator = async ({ page }: Actor): Promise<void> => {
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  const key = (await page.getByText(/[A-Z2-7]{4} [A-Z2-7]{4}/).textContent()) ?? ''
  await page.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('I have kept them').click()
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** The link in the last mail to the address, of those with one to `path`: mail waits in the database, since no SMTP server is set. */
export const linkMailedTo = async (stage: Stage, address: string, path = '/'): Promise<string> => {
  const [mail] = await stage.rows<{ text_body: string }>(
    `select text_body from mails where to_address = $1 and strpos(text_body, $2) > 0 order by created_at desc limit 1`,
    [address, path],
  )
  const url = new URL(mail?.text_body.match(/https?:\/\/\S+/)?.[0] ?? 'about:no-mail')
  return `${url.pathname}${url.search}`
}

const fromAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(fromAxe.resolve('axe-core/axe.min.js'), 'utf8')
type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] }
type Axe = { run: (where: Document, how: object) => Promise<{ violations: Violation[] }> }

/** What axe finds on the page as it stands, by all its rules or by these alone, in words; empty where nothing. */
export const axeFindings = async (page: Page, rules: string[] | null = null): Promise<string[]> => {
  // What began to fade while it was looked at is no finding: what is wrong is wrong the second time as well.
  const found = await lookWithAxe(page, rules)
  return found.length === 0 ? found : lookWithAxe(page, rules)
}

const lookWithAxe = async (page: Page, rules: string[] | null): Promise<string[]> => {
  // Half faded in, a dialog has neither its colours nor its place; what turns without end is not waited for.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap((one) => (one.effect?.getComputedTiming().endTime === Infinity ? [] : [one.finished])),
    ).then(() => undefined),
  )
  // Put in once a page, and asked there: what was looked at and found well never leaves it, which took longer than the looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate((only) => {
    const { axe } = window as unknown as { axe: Axe }
    return (
      axe
        // Style sheets are read for a rule (css-orientation-lock) that is not asked.
        .run(document, {
          resultTypes: ['violations'],
          preload: { assets: ['media'] },
          ...(only ? { runOnly: only } : {}),
        })
        .then(({ violations }) =>
          violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
          ),
        )
    )
  }, rules)
}

/** For a journey that failed: what stood on each screen, as a screen reader hears it. */
export const tellScreens = async (actors: Record<string, Actor | undefined>): Promise<void> => {
  for (const [name, actor] of Object.entries(actors)) {
    if (!actor) continue
    const heard = await actor.page
      .locator('body')
      .ariaSnapshot()
      .catch(() => '(closed)')
    process.stderr.write(`--- ${name} at ${actor.page.url()}\n${heard.slice(0, 6000)}\n${actor.faults.join('\n')}\n`)
  }
}
