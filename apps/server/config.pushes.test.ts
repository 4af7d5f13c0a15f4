import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { appPushOf } from './config.pushes.ts'

const shows = { meta: { shows: ['issue 12 push', 'issue 12 native'] } }
const folder = mkdtempSync(join(tmpdir(), 'watchbill-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pemOf = ({ privateKey }: ReturnType<typeof generateKeyPairSync>): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const rsa = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }))
const ec = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const account = {
  ...{ type: 'service_account', project_id: 'project-1', private_key_id: 'key1', private_key: rsa },
  ...{ client_email: 'pusher@project-1.example', token_uri: 'https://oauth2.googleapis.com/token' },
}
const app = 'ABCDE12345.org.example.watchbill'
const apple = { APNS_KEY: fileOf('key.p8', ec), APNS_KEY_ID: 'KEY1234567' }
const google = (over: Record<string, unknown> = {}) => ({
  FCM_SERVICE_ACCOUNT: fileOf('account.json', JSON.stringify({ ...account, ...over })),
})

test('the app gets no pushes unless configured', shows, () => {
  expect(appPushOf({}, app)).toEqual({ ios: null, android: null })
})

test('reads the service account and the key of Apple, for the app that opens this server’s links', shows, () => {
  const { ios, android } = appPushOf({ ...apple, ...google() }, app)
  expect(ios).toMatchObject({
    ...{ url: 'https://api.push.apple.com', team: 'ABCDE12345', bundle: 'org.example.watchbill', keyId: 'KEY1234567' },
  })
  expect(ios?.key.asymmetricKeyType).toBe('ec')
  expect(android).toMatchObject({
    ...{ url: 'https://fcm.googleapis.com', project: 'project-1', account: 'pusher@project-1.example', keyId: 'key1' },
    tokenUrl: 'https://oauth2.googleapis.com/token',
  })
  expect(android?.key.asymmetricKeyType).toBe('rsa')
  const sandbox = { ...apple, APNS_URL: 'https://api.sandbox.push.apple.com/' }
  expect(appPushOf(sandbox, app).ios?.url).toBe('https://api.sandbox.push.apple.com')
})

test.each<[string, Record<string, string>, string | null, RegExp]>([
  ['a key without its id', { APNS_KEY: apple.APNS_KEY }, app, /belong together/],
  ['an id without its key', { APNS_KEY_ID: 'KEY1234567' }, app, /belong together/],
  ['an id that is none', { ...apple, APNS_KEY_ID: 'key' }, app, /10 letters and figures/],
  ['a key without the app', apple, null, /IOS_APP_ID/],
  ['a file that is not there', { ...apple, APNS_KEY: join(folder, 'none') }, app, /path of a file/],
  ['a key of another kind', { ...apple, APNS_KEY: fileOf('rsa.p8', rsa) }, app, /no private key/],
  ['an address without https', { ...apple, APNS_URL: 'http://push.example.org' }, app, /https URL/],
  ['an account that is no JSON', { FCM_SERVICE_ACCOUNT: fileOf('odd.json', 'odd') }, app, /service account/],
])('refuses %s', shows, (_name, env, iosApp, words) => {
  expect(() => appPushOf(env, iosApp)).toThrow(words)
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a service account without its project', { project_id: undefined }, /project_id is missing/],
  ['a service account with another kind of key', { private_key: ec }, /no private key/],
  ['a service account whose tokens come by plain http', { token_uri: 'http://example.org' }, /https URL/],
])('refuses %s, and never says the key', shows, (_name, over, words) => {
  let said = ''
  try {
    appPushOf(google(over), app)
  } catch (error) {
    said = String(error)
  }
  expect(said).toMatch(words)
  expect(said).not.toContain('BEGIN')
})
