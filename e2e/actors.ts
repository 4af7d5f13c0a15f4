import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { hashPassword } from '#platform/server/passwords.ts'
import { openVault, seal } from '#platform/server/vault.ts'
import { plusDays } from '#platform/shared/time.ts'
import { endOfDayIn } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { authenticator, password, type Stage, secretKey } from './stage.ts'

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }

let hash: Promise<string> | null = null
/** Everyone's password hash, computed once per process: it is slow on purpose. */
const hashed = () => {
  hash ??= hashPassword(password)
  return hash
}

/** The authenticator every admin needs. */
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
 * Passes `work` the current code if the account has an authenticator, else null. A code works only once, and tests should not
 * wait for the next one: the stage clears the last one used, and sign-ins to the same account are queued for it.
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

/** A super admin, with an authenticator by default, inserted directly into the database. Sign in with `signInSuperAdmin`. */
export const makeSuperAdmin = async (stage: Stage, { factor = true } = {}) => {
  const email = `vendor-${randomBytes(3).toString('hex')}@vendor.example`
  const [account] = await stage.rows<{ id: string }>(
    `with made as (insert into accounts (email, email_key, name, password_hash) values ($1, $1, 'Vendor Person', $2) returning id)
     insert into super_admin_users (email, email_key, account_id) select $1, $1, id from made returning account_id as id`,
    [email, await hashed()],
  )
  if (factor) await addAuthenticator(stage, account?.id ?? '')
  return { email, user_id: account?.id ?? '' }
}

/**
 * Noon in Chicago, this many days from today: far from both midnights. For a journey's shifts, to be taken once: the next minute or
 * day may begin before the next shift is added.
 */
export const noonIn = (days: number): Date => {
  const zone = 'America/Chicago'
  const date = plusDays(wallOf(new Date().toISOString(), zone).date, days)
  return new Date(Date.parse(endOfDayIn(zone, date)) + 1 - 12 * 3_600_000)
}

/** The record of a sign-up worked as scheduled, to be reviewed; `on_duty`: checked in at the start, and not out. */
export const addRecord = (stage: Stage, signup_id: string, on_duty = false) =>
  stage.rows(
    `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
       checked_in_at, checked_out_at, worked_minutes)
     select organization_id, id, assignment_id, officer_id, case when $2 then 'open' else 'submitted' end, starts_at, ends_at,
       starts_at, case when not $2 then ends_at end, case when not $2 then extract(epoch from ends_at - starts_at) / 60 end
     from officer_assignments where id = $1`,
    [signup_id, on_duty],
  )

/** A department with its people, inserted directly into the database: for what a journey presupposes, not for what it shows. */
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
      [email, personName, await hashed()],
    )
    const [officer] = await stage.rows<{ id: string }>(
      `insert into officers (organization_id, user_id, role, approved, name, email, email_key, badge_number)
       values ($1, $2, $3, true, $4, $5, $5, $6) returning id`,
      [id, account?.id, role, personName, email, randomBytes(3).toString('hex')],
    )
    if (role === 'admin') await addAuthenticator(stage, account?.id ?? '')
    return { email, name: personName, officer_id: officer?.id ?? '', user_id: account?.id ?? '' }
  }
  /** A published shift with one post; times in minutes from now, or from `at`. */
  const addShift = async (shift: {
    title: string
    at?: Date
    from: number
    to: number
    mode?: 'first_come' | 'approval' | 'award'
    places?: number
  }) => {
    const [made] = await stage.rows<{ assignment_id: string; post_id: string }>(
      `with a as (insert into assignments (organization_id, title, kind, location_name, time_zone, starts_at, ends_at,
          signup_mode, status, published_at, announced_at)
        values ($1, $2, 'overtime', 'Main gate', 'America/Chicago',
          date_trunc('minute', coalesce($7::timestamptz, now())) + $3 * interval '1 minute',
          date_trunc('minute', coalesce($7::timestamptz, now())) + $4 * interval '1 minute',
          $5, 'published', now(), now()) returning organization_id, id, starts_at, ends_at)
       insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
       select organization_id, id, 'Gate', $6, starts_at, ends_at from a returning assignment_id, id as post_id`,
      [id, shift.title, shift.from, shift.to, shift.mode ?? 'approval', shift.places ?? 1, shift.at ?? null],
    )
    return { assignment_id: made?.assignment_id ?? '', post_id: made?.post_id ?? '' }
  }
  const addSignup = async (
    shift: { assignment_id: string; post_id: string },
    person: { officer_id: string },
    status: 'pending_approval' | 'interested' | 'confirmed' | 'calloff_requested',
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

/** `npm run stress` slows the browser's processor down this many times. */
const slower = Number(process.env.E2E_THROTTLE ?? 1)
const slowDown = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Nothing on the page is being read, and what has been read is drawn. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('.bone, [aria-busy=true]') === null)
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** For an answer that a journey makes up: without an id of the server's, it would count as what a network in between says. */
export const ours = () => ({ headers: { 'x-request-id': crypto.randomUUID() } })

/** A separate browser. Console errors and policy violations are collected in `faults`; a journey must end with none. */
export const openBrowser = async (
  stage: Stage,
  size = desk,
  more: {
    scheme?: 'dark' | 'light'
    base?: string
    zone?: string
    installed?: boolean
    userAgent?: string
    /** A person who wants motion. */
    moves?: boolean
  } = {},
): Promise<Actor> => {
  const base = more.base ?? stage.base
  const context = await stage.browser.newContext({
    viewport: size,
    baseURL: base,
    hasTouch: size.width < 768,
    isMobile: size.width < 768,
    locale: 'en-US',
    timezoneId: more.zone ?? 'America/Chicago',
    colorScheme: more.scheme ?? 'dark',
    // A press on a sheet that is still moving can begin on a button and end beside it, which is then no click.
    reducedMotion: more.moves ? 'no-preference' : 'reduce',
    // Storing the application would slow every journey down; those about it ask for it.
    serviceWorkers: more.installed ? 'allow' : 'block',
    ...(more.userAgent ? { userAgent: more.userAgent } : {}),
  })
  if (slower > 1) context.on('page', (page) => void slowDown(context, page))
  const page = await context.newPage()
  if (slower > 1) await slowDown(context, page)
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // The browser logs a refusal the journey provokes as a failed load: that is not a fault of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  const actor = { stage, base, page, context, faults }
  present.add(actor)
  context.on('close', () => present.delete(actor))
  return actor
}

/**
 * Runs `act` and resolves when `shown` is true, while holding back the clocks of these pages (installed before the pages opened):
 * they advance by `ms` in small steps and no further. A page that polls on its own timer would be too late; the machine's speed
 * does not matter.
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
 * Signs in without the form, for journeys that presuppose it: inserts a session row with its second factor verified, as the form would
 * leave it. Then opens `path`, else the officer or admin dashboard, or the vendor's if there is no department.
 */
export const comeIn = async (
  { stage, base, page, context }: Actor,
  department: { subdomain: string } | null,
  { email }: { email: string },
  path?: string,
): Promise<void> => {
  const secret = randomBytes(32).toString('base64url')
  const [made] = await stage.rows<{ role: string | null }>(
    `with person as (select a.id, o.organization_id, o.role from accounts a
        left join organizations g on g.subdomain = $2
        left join officers o on o.organization_id = g.id and o.user_id = a.id and o.left_on is null
        where a.email_key = $1)
     insert into sessions (token_hash, user_id, organization_id, kind, second_factor_at)
     select $3, id, organization_id, $4,
       case when exists (select from factors f where f.account_id = person.id and f.kind = 'app') then now() end
     from person returning (select role from person)`,
    [
      email.toLowerCase(),
      department?.subdomain ?? null,
      createHash('sha256').update(secret).digest(),
      department ? 'department' : 'super_admin',
    ],
  )
  if (!made) throw new Error(`${email} has no account`)
  await context.addCookies([{ name: 'watchbill', value: secret, url: base, httpOnly: true, sameSite: 'Lax' }])
  await page.goto(path ?? `/${department ? made.role : 'super-admin'}/dashboard`)
}

/** Signs in through the form at the department's own address; an admin also enters the authenticator code. */
export const signIn = async (
  actor: Actor,
  department: { subdomain: string },
  person: { email: string },
  secret = password,
) => {
  await withCode(actor.stage, person.email, async (code) => {
    const { page } = actor
    await page.goto(`/${department.subdomain}/login`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    if (code) {
      await page.getByLabel('Code', { exact: true }).fill(code)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    }
    await page.waitForURL(/dashboard/)
  })
}

/** Signs in a super admin through the form, including the authenticator code, and waits for the dashboard. */
export const signInSuperAdmin = (actor: Actor, person: { email: string }) =>
  withCode(actor.stage, person.email, async (code) => {
    const { page } = actor
    await page.goto('/super-admin/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    if (!code) return setUpAuthenticator(actor)
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL(/super-admin\/dashboard/)
  })

/** Sets up an authenticator app through the UI, as an admin must before anything opens, and saves the recovery codes. */
export const setUpAuthenticator = async ({ page }: Actor): Promise<void> => {
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  const key = (await page.getByText(/[A-Z2-7]{4} [A-Z2-7]{4}/).textContent()) ?? ''
  await page
    .getByLabel('Code', { exact: true })
    .fill(new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, '')) }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('I saved these codes').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/**
 * The link to `path` in the latest email to the address, or in the latest with this subject; emails stay in the database, since no
 * SMTP server is configured. Emails that one job writes together have the same time: a journey that expects several names one.
 */
export const linkMailedTo = async (stage: Stage, address: string, path = '/', subject?: string): Promise<string> => {
  const [mail] = await stage.rows<{ text_body: string }>(
    `select text_body from mails where to_address = $1 and strpos(text_body, $2) > 0 and subject = coalesce($3, subject)
     order by created_at desc limit 1`,
    [address, path, subject ?? null],
  )
  const url = new URL(mail?.text_body.match(/https?:\/\/\S+/)?.[0] ?? 'about:no-mail')
  return `${url.pathname}${url.search}`
}

const fromAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
export const axeSource = readFileSync(fromAxe.resolve('axe-core/axe.min.js'), 'utf8')
type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] }
type Axe = { run: (where: Document, how: object) => Promise<{ violations: Violation[] }> }

/** What axe finds on the page in its current state, by all rules or only these, as text; empty if there is nothing. */
export const axeFindings = async (page: Page, rules: string[] | null = null): Promise<string[]> => {
  // An element that started to fade during the scan is not a finding: real faults show up the second time as well.
  const found = await lookWithAxe(page, rules)
  return found.length === 0 ? found : lookWithAxe(page, rules)
}

const lookWithAxe = async (page: Page, rules: string[] | null): Promise<string[]> => {
  // A half-faded dialog has neither its final colors nor its position; endless animations are not awaited.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .flatMap((one) => (one.effect?.getComputedTiming().endTime === Infinity ? [] : [one.finished])),
    ).then(() => undefined),
  )
  // Injected once per page and run there: passing results never leave the page, because sending them took longer than the scan.
  // It may leave out the source of each element it looked at: no finding shows it.
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(`${axeSource}; axe.configure({ noHtml: true })`)
  return page.evaluate((only) => {
    const { axe } = window as unknown as { axe: Axe }
    return (
      axe
        // Style sheets are loaded for one rule only (css-orientation-lock), which is not run.
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

/** Everyone whose browser is open, for the report of a failed test. */
const present = new Set<Actor>()

/** What is on every open screen, as a screen reader would announce it, with the faults so far. */
export const allScreens = async (): Promise<string> => {
  const screens = await Promise.all(
    [...present].map(async ({ page, faults }) => {
      const heard = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch(() => '(no answer)')
      return `--- ${page.url()}\n${heard.slice(0, 6000)}\n${faults.join('\n')}\n`
    }),
  )
  return screens.join('')
}
