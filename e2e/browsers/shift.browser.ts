import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { desk, makeDepartment, phone, withCode } from '../actors.ts'
import { password, type Stage, startOwnStage } from '../stage.ts'
import { openBidi } from './bidi.ts'
import type { Engine, Size } from './engine.ts'
import { type Person, personAt } from './person.ts'
import { openWebKit } from './webkit.ts'

/**
 * One shift in each browser that `npm run browsers` found: an officer works it on a phone, a sergeant sees it on the schedule and
 * watches an officer's name appear there.
 */
const { CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH } = process.env
const engines: [name: string, open: (size: Size) => Promise<Engine>][] = []
if (CHROMIUM_PATH) engines.push(['Chromium', (size) => openBidi('chrome', CHROMIUM_PATH, size)])
if (FIREFOX_PATH) engines.push(['Firefox', (size) => openBidi('firefox', FIREFOX_PATH, size)])
if (WEBKIT_DRIVER_PATH && WEBKIT_BROWSER_PATH)
  engines.push(['WebKit', (size) => openWebKit(WEBKIT_DRIVER_PATH, WEBKIT_BROWSER_PATH, size)])

let stage: Stage
beforeAll(async () => {
  stage = await startOwnStage()
})
afterAll(() => stage.close())

/** From sign-in to the schedule; `clean` is called on each screen. */
const workShift = async (person: Person, login: string, email: string, clean: (what: string) => Promise<void>) => {
  await person.open(login)
  await person.fill(/^Email$/, email)
  await person.fill(/^Password$/, password)
  await clean('sign in')
  await person.press('button', /^Sign In$/)
  await person.isAt(/^\/officer\/dashboard/)
  await person.sees(/No confirmed shifts/)
  await clean('dashboard')
  await person.press('link', /^Available Jobs/)
  await person.finds('button', /^Sign up: Stadium gate/)
  await clean('open shifts')
  await person.press('button', /^Sign up: Stadium gate/)
  await person.sees(/Confirmed/)
  await clean('signed up')
  await person.press('link', /^Dashboard$/)
  await person.press('button', /^Check in/)
  await person.sees(/On duty since/)
  await clean('on duty')
  await person.press('link', /^Schedule$/)
  await person.finds('link', /Stadium gate.*Confirmed/)
  await clean('own schedule')
}

describe.each(engines)('in %s', (name, open) => {
  let department: Awaited<ReturnType<typeof makeDepartment>>
  let shift: Awaited<ReturnType<typeof department.addShift>>
  let person: Person
  const clean = async (what: string) => {
    await person.picture(`${name}/${what}`)
    expect(await person.faults()).toEqual([])
  }
  const enter = async (size: Size) => {
    person = personAt(await open(size), stage.base)
    onTestFailed(person.tell)
  }

  beforeAll(async () => {
    department = await makeDepartment(stage)
    shift = await department.addShift({ title: 'Stadium gate', from: 20, to: 260, mode: 'first_come', places: 2 })
  })
  afterAll(() => person.close())

  test('an officer signs in, signs up, checks in and sees the schedule on a phone', async () => {
    const { email } = await department.addPerson('Dana Reyes', 'officer')
    await enter(phone)
    await workShift(person, `/${department.subdomain}/login`, email, clean)
    await person.close()
    const held = await stage.rows(
      `select s.status, t.checked_in_at is not null as on_duty from officer_assignments s
       join attendance t on t.signup_id = s.id where s.organization_id = $1`,
      [department.id],
    )
    expect(held).toEqual([{ status: 'confirmed', on_duty: true }])
  })

  test('a sergeant signs in with a code, reads the week by name, and sees a name appear', async () => {
    const { email } = await department.addPerson('Sergeant Shaw', 'admin')
    await enter(desk)
    await withCode(stage, email, async (code) => {
      await person.open(`/${department.subdomain}/login`)
      await person.fill(/^Email$/, email)
      await person.fill(/^Password$/, password)
      await person.press('button', /^Sign In$/)
      await person.fill(/^Code$/, code ?? '')
      await clean('code')
      await person.press('button', /^Sign In$/)
      await person.isAt(/^\/admin\/dashboard/)
    })
    await person.press('link', /^Schedule$/)
    await person.finds('button', /Stadium gate, Dana Reyes/)
    await clean('week')
    await department.addSignup(shift, await department.addPerson('Ben Cho', 'officer'), 'confirmed')
    await person.press('button', /Stadium gate, Ben Cho/)
    await person.finds('menuitem', /^Mark as sick$/)
    await clean('menu of an entry')
  })

  test('an empty date field shows no date', async () => {
    await person.open('/admin/overtime')
    await person.finds('field', /^From$/)
    await clean('empty dates')
    // WebKit would write today; the others write the order of month, day and year.
    expect(await person.hasInk(/^From$/)).toBe(name !== 'WebKit')
  })
})
