import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as accounts } from '#features/people/sign-ins/routes.sign-in.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import * as p from './contract.passkeys.ts'
import * as c from './contract.second-step.ts'
import * as f from './contract.ts'
import { routes as passkeys } from './routes.passkeys.ts'
import { routes } from './routes.second-step.ts'
import { routes as factors } from './routes.ts'

const password = 'copper lantern 93 wheat'
let server: TestServer
let hash: string
beforeAll(async () => {
  server = await startTestServer([...accounts, ...routes, ...factors, ...passkeys, ...sessions])
  hash = await hashPassword(password)
})
afterAll(() => server.close())

const secretOf = (headers: Headers) => /watchbill=([^;]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? ''
const person = async (over: Record<string, unknown> = {}) => {
  const one = await server.makePerson(await server.makeOrganization(), over)
  await server.rows('update accounts set password_hash = $1 where id = $2', [hash, one.user_id])
  return one
}
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A software authenticator: ES256, a counter, and configurable user verification. */
const makeDevice = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const point = publicKey.export({ format: 'jwk' })
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(String(point.x), 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(String(point.y), 'base64url'))],
    ]),
  )
  const host = () => sha(new URL(server.base).hostname)
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const counterBytes = (counter: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(counter)
    return bytes
  }
  return {
    make: ({ options }: { options: { challenge: string } }, origin = server.base): p.PasskeyAnswer => {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, 32), id, Buffer.from(cose)])
      const data = Buffer.concat([host(), Buffer.of(0x45), counterBytes(0), credential])
      const object = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(data)],
        ]) as never,
      )
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(clientData('webauthn.create', options.challenge, origin)),
          attestationObject: url(object),
          transports: ['internal', 'no-such-thing'],
        },
      }
    },
    show: (
      { options }: { options: { challenge: string } },
      { counter = 1, verified = true, origin = server.base } = {},
    ): p.PasskeyAnswer => {
      const client = clientData('webauthn.get', options.challenge, origin)
      const data = Buffer.concat([host(), Buffer.of(verified ? 0x05 : 0x01), counterBytes(counter)])
      return {
        id: url(id),
        rawId: url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: url(client),
          authenticatorData: url(data),
          signature: url(sign('sha256', Buffer.concat([data, sha(client)]), privateKey)),
        },
      }
    },
  }
}

const enter = async (one: { email: string }) => {
  const answer = await server.call(signIn, { email: one.email, password }, null)
  return { next: answer.body.next, secret: secretOf(answer.headers) }
}
/** An admin who set up a passkey at the first sign-in. */
const enrolled = async () => {
  const ann = await person({ role: 'admin' })
  const device = makeDevice()
  const half = await enter(ann)
  const options = (await server.call(c.beginFirstPasskey, {}, half)).body
  const done = await server.call(c.confirmFirstPasskey, { answer: device.make(options), name: 'Key ring' }, half)
  expect(done.status).toBe(200)
  return { ann, device, codes: done.body.recovery_codes ?? [], secret: secretOf(done.headers) }
}
const browser = (id = randomBytes(16).toString('base64url')) => ({ headers: { cookie: `watchbill_browser=${id}` } })

describe('passkeys', { meta: { shows: ['issue 3.13'] } }, () => {
  it('can be set up right after the password, then used as the second factor', async () => {
    const { ann, device, codes, secret } = await enrolled()
    expect(codes).toHaveLength(10)
    expect((await server.call(getSession, {}, { secret })).body.second_factor).toBe('given')
    const half = await enter(ann)
    expect((await server.call(c.readStep, {}, half)).body.step?.methods).toEqual({
      app: false,
      passkey: true,
      recovery: true,
    })
    const options = (await server.call(c.askPasskey, {}, half)).body
    // As a second factor, the passkey needs no fingerprint or PIN: the password was already one factor.
    const done = await server.call(c.givePasskey, { answer: device.show(options, { verified: false }) }, half)
    expect(done.status).toBe(200)
    expect((await server.call(getSession, {}, { secret: secretOf(done.headers) })).status).toBe(200)
  })

  it('a challenge can be answered once, within five minutes, in the session that requested it', async () => {
    const { ann, device } = await enrolled()
    const [half, other] = [await enter(ann), await enter(ann)]
    const ask = async () => (await server.call(c.askPasskey, {}, half)).body
    const give = async (answer: p.PasskeyAnswer, by = half) =>
      (await server.call(c.givePasskey, { answer }, by)).error?.code
    expect(await give(device.show(await ask()), other)).toBe('passkey_failed')
    const late = await ask()
    await server.rows(
      `update passkey_challenges set created_at = created_at - interval '300 seconds' where challenge = $1`,
      [late.options.challenge],
    )
    expect(await give(device.show(late))).toBe('passkey_failed')
    const answer = device.show(await ask())
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.call(c.givePasskey, { answer }, half)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(await give(answer, other)).toBe('passkey_failed')
  })

  it('another site, another key, a stranger and a counter that does not advance are refused', async () => {
    const { ann, device } = await enrolled()
    const stranger = await enrolled()
    const half = await enter(ann)
    const ask = async () => (await server.call(c.askPasskey, {}, half)).body
    const give = async (answer: p.PasskeyAnswer) => (await server.call(c.givePasskey, { answer }, half)).error?.code
    expect(await give(device.show(await ask(), { origin: 'https://evil.example' }))).toBe('passkey_failed')
    expect(await give({ ...makeDevice().show(await ask()), id: device.show(await ask()).id })).toBe('passkey_failed')
    expect(await give(stranger.device.show(await ask()))).toBe('passkey_failed')
    expect(await give({ id: 'x', response: { clientDataJSON: 'e30' } })).toBe('passkey_failed')
    await server.rows('update factors set counter = 7 where account_id = $1', [ann.user_id])
    expect(await give(device.show(await ask(), { counter: 7 }))).toBe('passkey_failed')
    expect(await give(device.show(await ask(), { counter: 8 }))).toBeUndefined()
    const [kept] = await server.rows<{ counter: string; transports: string[] }>(
      'select counter, transports from factors where account_id = $1',
      [ann.user_id],
    )
    expect(kept).toEqual({ counter: '8', transports: ['internal'] })
  })

  it('signs in without a password, locked or not, if the device verified its user', async () => {
    const { ann, device } = await enrolled()
    for (let n = 0; n < 5; n++) await server.call(signIn, { email: ann.email, password: 'no such lantern 93' }, null)
    expect((await enter(ann)).secret).toBe('')
    const mine = browser()
    const ask = async () => (await server.call(p.askSignInPasskey, {}, null, mine)).body
    const unchecked = device.show(await ask(), { verified: false })
    expect((await server.call(p.signInByPasskey, { answer: unchecked }, null, mine)).error?.code).toBe('passkey_failed')
    const elsewhere = device.show(await ask(), { counter: 2 })
    expect((await server.call(p.signInByPasskey, { answer: elsewhere }, null, browser())).status).toBe(401)
    const answer = device.show(await ask(), { counter: 3 })
    const done = await server.call(p.signInByPasskey, { answer }, null, mine)
    expect(done.body).toEqual({ organization_id: ann.organization_id })
    const seen = await server.call(getSession, {}, { secret: secretOf(done.headers) })
    expect([seen.body.officer?.role, seen.body.second_factor]).toEqual(['admin', 'given'])
    const wrongPlace = device.show(await ask(), { counter: 4 })
    const there = (await server.makeOrganization()).subdomain
    const refused = await server.call(p.signInByPasskey, { answer: wrongPlace, agency: there }, null, mine)
    expect(refused.error?.code).toBe('other_department')
    await server.rows('update accounts set disabled_at = now() where id = $1', [ann.user_id])
    const disabled = await server.call(
      p.signInByPasskey,
      { answer: device.show(await ask(), { counter: 5 }) },
      null,
      mine,
    )
    expect(disabled.error?.code).toBe('passkey_failed')
  })

  it('wrong codes lock codes, not passkeys', async () => {
    const { ann, device, codes } = await enrolled()
    const half = await enter(ann)
    for (let n = 0; n < 5; n++) await server.call(c.giveCode, { code: '000000' }, half)
    expect((await server.call(c.giveCode, { code: codes[0] ?? '' }, half)).error?.code).toBe('code_wrong')
    const options = (await server.call(c.askPasskey, {}, half)).body
    expect((await server.call(c.givePasskey, { answer: device.show(options) }, half)).status).toBe(200)
  })
})

describe('a person’s own factors', { meta: { shows: ['issue 3.13'] } }, () => {
  const age = (one: { user_id: string }) =>
    server.rows(
      `update sessions set proved_at = proved_at - interval '10 minutes',
        second_factor_at = second_factor_at - interval '10 minutes' where user_id = $1`,
      [one.user_id],
    )

  it('can be changed only within ten minutes of a proof, and each proof rotates the session secret', async () => {
    const { ann, device, codes, secret } = await enrolled()
    const list = await server.call(f.listFactors, {}, { secret })
    const factor_id = list.body.factors[0]?.id ?? ''
    await age(ann)
    const changes = async (as: { secret: string }) => [
      (await server.call(f.renameFactor, { factor_id, name: 'Ring' }, as)).error?.code,
      (await server.call(f.beginApp, {}, as)).error?.code,
      (await server.call(f.beginPasskey, {}, as)).error?.code,
      (await server.call(f.renewRecoveryCodes, {}, as)).error?.code,
    ]
    expect(await changes({ secret })).toEqual(['not_fresh', 'not_fresh', 'not_fresh', 'not_fresh'])
    expect((await server.call(f.removeFactor, { factor_id }, { secret })).error?.code).toBe('not_fresh')
    expect((await server.call(f.proveByPassword, { password }, { secret })).error?.code).toBe('has_factor')
    expect((await server.call(f.proveByCode, { code: '000000' }, { secret })).error?.code).toBe('code_wrong')
    const options = (await server.call(f.askProof, {}, { secret })).body
    const proved = await server.call(f.proveByPasskey, { answer: device.show(options) }, { secret })
    const next = { secret: secretOf(proved.headers) }
    expect((await server.call(getSession, {}, { secret })).status).toBe(401)
    expect(await changes(next)).toEqual([undefined, undefined, undefined, undefined])
    // The codes from the setup are invalid because new ones were created.
    expect((await server.call(f.proveByCode, { code: codes[1] ?? '' }, next)).error?.code).toBe('code_wrong')
  })

  it('the last one stays where required, even in a race; elsewhere it can be removed along with its codes', async () => {
    const { secret } = await enrolled()
    const as = { secret }
    const second = makeDevice()
    const options = (await server.call(f.beginPasskey, {}, as)).body
    const added = await server.call(f.confirmPasskey, { answer: second.make(options), name: 'Second' }, as)
    const now = { secret: secretOf(added.headers) }
    expect(added.body.recovery_codes).toBeNull()
    const { factors } = (await server.call(f.listFactors, {}, now)).body
    const removed = await Promise.all(factors.map(({ id }) => server.call(f.removeFactor, { factor_id: id }, now)))
    expect(removed.map((answer) => answer.error?.code).toSorted()).toEqual(['factor_required', undefined])

    const officer = await person()
    const asOfficer = { secret: officer.secret }
    const third = makeDevice()
    const asked = (await server.call(f.beginPasskey, {}, asOfficer)).body
    const made = await server.call(f.confirmPasskey, { answer: third.make(asked), name: 'Phone' }, asOfficer)
    const later = { secret: secretOf(made.headers) }
    const own = (await server.call(f.listFactors, {}, later)).body
    expect([own.factors.length, own.codes_left, own.required]).toEqual([1, 10, false])
    const roster = () => server.rows('select second_factor from memberships where account_id = $1', [officer.user_id])
    expect(await roster()).toEqual([{ second_factor: true }])
    expect((await server.call(f.removeFactor, { factor_id: own.factors[0]?.id ?? '' }, later)).status).toBe(200)
    expect((await server.call(f.listFactors, {}, later)).body).toMatchObject({ factors: [], codes_left: null })
    expect(await roster()).toEqual([{ second_factor: false }])
    expect((await enter(officer)).next).toBe('done')
  })

  it('adding the first one in a stale session requires the password again', async () => {
    const ann = await person()
    const secret = await server.signIn(ann.user_id, ann.organization_id, 'department', false)
    const officer = { ...ann, secret }
    await age(officer)
    expect((await server.call(f.beginApp, {}, officer)).error?.code).toBe('not_fresh')
    expect((await server.call(f.proveByPassword, { password: 'no such lantern 93' }, officer)).error?.code).toBe(
      'password_wrong',
    )
    const proved = await server.call(f.proveByPassword, { password }, officer)
    const next = { secret: secretOf(proved.headers) }
    expect((await server.call(getSession, {}, next)).body.second_factor).toBe('none')
    expect((await server.call(f.beginApp, {}, next)).status).toBe(200)
  })

  it('a password-only session changes nothing once the owner has a factor, however fresh', async () => {
    const ann = await person()
    const half = { secret: await server.signIn(ann.user_id, ann.organization_id, 'department', false) }
    const begun = (await server.call(f.beginApp, {}, half)).body
    const asked = (await server.call(f.beginPasskey, {}, half)).body
    const device = makeDevice()
    const options = (await server.call(f.beginPasskey, {}, ann)).body
    const added = await server.call(f.confirmPasskey, { answer: device.make(options), name: 'Phone' }, ann)
    const owner = { secret: secretOf(added.headers) }
    const [own] = (await server.call(f.listFactors, {}, owner)).body.factors
    const factor_id = own?.id ?? ''
    const code = new TOTP({ secret: begun.secret }).generate()
    const tried = [
      await server.call(f.beginApp, {}, half),
      await server.call(f.confirmApp, { factor_id: begun.factor_id, code }, half),
      await server.call(f.beginPasskey, {}, half),
      await server.call(f.confirmPasskey, { answer: makeDevice().make(asked), name: 'Mine' }, half),
      await server.call(f.renameFactor, { factor_id, name: 'Mine' }, half),
      await server.call(f.removeFactor, { factor_id }, half),
      await server.call(f.renewRecoveryCodes, {}, half),
    ]
    expect(tried.map((answer) => answer.error?.code)).toEqual(tried.map(() => 'not_fresh'))
    const seen = (await server.call(f.listFactors, {}, half)).body
    expect(seen.factors).toEqual([own])
    expect(Date.parse(seen.fresh_until)).toBeLessThan(Date.now())
    const challenge = (await server.call(f.askProof, {}, half)).body
    const proved = await server.call(f.proveByPasskey, { answer: device.show(challenge) }, half)
    const whole = { secret: secretOf(proved.headers) }
    expect((await server.call(f.renameFactor, { factor_id, name: 'Ring' }, whole)).status).toBe(200)
  })

  it('of two password-only sign-ins, one sets up the first factor and the other must then use it', async () => {
    const ann = await person({ role: 'admin' })
    const halves = [await enter(ann), await enter(ann), await enter(ann)]
    const made = await Promise.all(
      halves.map(async (half) => {
        const options = (await server.call(c.beginFirstPasskey, {}, half)).body
        return { half, answer: makeDevice().make(options) }
      }),
    )
    const answers = await Promise.all(
      made.map(({ half, answer }) => server.call(c.confirmFirstPasskey, { answer, name: 'First' }, half)),
    )
    expect(answers.map((one) => one.error?.code).toSorted()).toEqual(['step_over', 'step_over', undefined])
  })

  it('another person’s passkey can’t be registered', async () => {
    const { device } = await enrolled()
    const half = await enter(await person({ role: 'admin' }))
    const options = (await server.call(c.beginFirstPasskey, {}, half)).body
    const taken = await server.call(c.confirmFirstPasskey, { answer: device.make(options), name: 'Mine' }, half)
    expect(taken.error?.code).toBe('passkey_failed')
    const again = (await server.call(c.beginFirstPasskey, {}, half)).body
    const own = await server.call(c.confirmFirstPasskey, { answer: makeDevice().make(again), name: 'Mine' }, half)
    expect(own.status).toBe(200)
  })

  it('a passkey whose counter exceeds 2^31 still signs in', async () => {
    const { ann, device } = await enrolled()
    const half = await enter(ann)
    const options = (await server.call(c.askPasskey, {}, half)).body
    const answer = device.show(options, { counter: 2 ** 32 - 2 })
    expect((await server.call(c.givePasskey, { answer }, half)).status).toBe(200)
  })

  it('another person’s factor is not found, and at most ten are kept', async () => {
    const { ann, secret } = await enrolled()
    const other = await enrolled()
    const [theirs] = (await server.call(f.listFactors, {}, { secret: other.secret })).body.factors
    const rename = await server.call(f.renameFactor, { factor_id: theirs?.id ?? '', name: 'Mine' }, { secret })
    expect(rename.error?.code).toBe('factor_gone')
    const add = () => {
      const row = {
        account_id: ann.user_id,
        kind: 'app',
        name: 'App',
        secret: Buffer.alloc(49),
        confirmed_at: new Date(),
      }
      return server.insert('factors', row)
    }
    for (let n = 1; n < 9; n++) await add()
    // There are nine; of three started in three sessions, only one becomes the tenth.
    const begun = await Promise.all(
      [1, 2, 3].map(async () => {
        const as = { secret: await server.signIn(ann.user_id, ann.organization_id) }
        const options = (await server.call(f.beginPasskey, {}, as)).body
        return { as, answer: makeDevice().make(options) }
      }),
    )
    const app = (await server.call(f.beginApp, {}, { secret })).body
    const answers = await Promise.all(
      begun.map(({ as, answer }) => server.call(f.confirmPasskey, { answer, name: 'Tenth' }, as)),
    )
    expect(answers.map((one) => one.error?.code).toSorted()).toEqual([
      'too_many_factors',
      'too_many_factors',
      undefined,
    ])
    const code = new TOTP({ secret: app.secret }).generate()
    const eleventh = await server.call(f.confirmApp, { factor_id: app.factor_id, code }, { secret })
    expect(eleventh.error?.code).toBe('too_many_factors')
    expect((await server.call(f.beginApp, {}, { secret })).error?.code).toBe('too_many_factors')
  })
})
