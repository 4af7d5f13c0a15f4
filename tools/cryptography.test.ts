import { describe, expect, test } from 'vitest'
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from '#features/people/factors/rules.ts'
import { readProject, type SourceFile } from '#tools/house-rules.ts'
import { root } from '#tools/planted-house.ts'

/** Our own code as it runs: without tests and what only tests use. */
const ours = readProject(root).filter(
  ({ path }) => /^(apps|features|platform)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\.|\/dev\//.test(path),
)
const meta = { meta: { shows: ['issue 14 verified rows'] } }

type Use = { path: string; what: string }
/** Every place that matches, with what the first group holds. */
const usesOf = (files: readonly SourceFile[], pattern: RegExp): Use[] =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, what = '']) => ({ path, what })))

/** Constants that sizes are given as: bytes, or the 12 that AES-GCM asks of a nonce. */
const named: Readonly<Record<string, number>> = { nonceBytes: 12, tagLength: 32 }
const hashes = /\bcreate(?:Hash|Hmac)\(\s*'([^']+)'/g
const anyHash = /\b(createHash|createHmac)\((?!\s*')/g
const ciphers = /\bcreate(?:Cipher|Decipher)iv\(\s*'([^']+)'/g
const sizes = /\brandomBytes\((\w+)\)/g
const sizeOf = (what: string): number => named[what] ?? Number(what.replaceAll('_', ''))

/** SHA-1 where another party asks for it or where nothing depends on it: Twilio's signatures, and names of prepared statements. */
const sha1 = ['platform/server/sql.ts', 'platform/server/texting.ts']

test('hashes are SHA-256, and SHA-1 only where another party asks for it', meta, () => {
  const planted = [{ path: 'a.ts', text: "createHash('md5'); createHmac(\n'sha1', key); createHash(name)" }]
  expect(usesOf(planted, hashes).map(({ what }) => what)).toEqual(['md5', 'sha1'])
  expect(usesOf(planted, anyHash)).toHaveLength(1)
  const found = usesOf(ours, hashes)
  expect(found.length).toBeGreaterThan(20)
  const others = found.filter(({ what }) => what !== 'sha256')
  expect(new Set(others.map(({ what }) => what))).toEqual(new Set(['sha1']))
  expect([...new Set(others.map(({ path }) => path))].toSorted()).toEqual(sha1)
  expect(usesOf(ours, anyHash)).toEqual([])
})

test('ciphers have 256 bits and say whether what they hold was changed', meta, () => {
  const found = usesOf(ours, ciphers)
  expect(found.length).toBeGreaterThan(2)
  expect(found.filter(({ what }) => what !== 'aes-256-gcm')).toEqual([])
})

/** The password of the demo's people: 80 bits, on a loopback server with an embedded database only. */
const demo = 'apps/server/seed.ts'

describe('random values', () => {
  test('secrets of the server have 128 bits or more', meta, () => {
    const found = usesOf(ours, sizes)
    expect(found.length).toBeGreaterThan(10)
    const short = found.filter(({ path, what }) => path !== demo && sizeOf(what) < 16)
    // A nonce is no secret.
    expect(new Set(short.map(({ what }) => what))).toEqual(new Set(['nonceBytes']))
    expect(found.filter(({ what }) => Number.isNaN(sizeOf(what)))).toEqual([])
    const sessions = found.filter(({ path }) => path === 'features/people/sessions/store.ts')
    expect(sessions.map(({ what }) => what)).toEqual(['32'])
  })

  test('recovery codes have 20 bits or more', meta, () => {
    expect(RECOVERY_LENGTH * Math.log2(new Set(RECOVERY_ALPHABET).size)).toBeGreaterThan(20)
  })
})

test('no field hinders pasting or a password manager', meta, () => {
  const screens = ours.filter(({ path }) => path.endsWith('.tsx'))
  expect(screens.length).toBeGreaterThan(200)
  expect(usesOf(screens, /\b(on(?:Paste|Copy|Cut|BeforeInput))=/g)).toEqual([])
  // Every password is typed into the one field, which says whether it is the present password or a new one.
  const typed = usesOf(screens, /\btype=("password"|\{[^}]*'password'[^}]*\})/g)
  expect(new Set(typed.map(({ path }) => path))).toEqual(new Set(['platform/web/ui/input.tsx']))
  const inputs = usesOf(screens, /<(PasswordInput)\b/g)
  expect(inputs.map(({ path }) => path)).toEqual(['platform/web/forms/text-fields.tsx'])
  const field = ours.find(({ path }) => path === 'platform/web/forms/text-fields.tsx')?.text ?? ''
  expect(field).toMatch(/<PasswordInput[^>]*autoComplete=\{autoComplete\}/)
})

/** What writes files: the database's own log, the anchors of the audit, and what is no log at all. */
const logs = ['features/department/audit/jobs.anchors.ts', 'platform/server/postgres/postmaster.ts']
const writers = [
  'apps/mobile/android.ts',
  'apps/mobile/ios.ts',
  'apps/mobile/main.ts',
  'apps/mobile/page.ts',
  'apps/mobile/pictures.ts',
  'apps/server/backups.ts',
  'apps/server/secret-key.ts',
  'apps/server/seed.ts',
  'platform/server/backup/folder.ts',
  'platform/server/backup/restore.ts',
  'platform/server/backup/sealed-file.ts',
  'platform/server/postgres/cluster-folder.ts',
  'platform/server/postgres/embedded.ts',
]

test('logs go to the documented places only', meta, () => {
  const writes =
    /\b(writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|openSync)\(|import \{[^}]*\b(open)\b[^}]*\} from 'node:fs\/promises'/g
  const found = usesOf(
    ours.filter(({ path }) => !path.startsWith('apps/web/')),
    writes,
  )
  expect([...new Set(found.map(({ path }) => path))].toSorted()).toEqual([...writers, ...logs].toSorted())
})
