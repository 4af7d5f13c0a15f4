import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readByAgency } from '#features/people/organizations/contract.ts'
import { routes as organizations } from '#features/people/organizations/routes.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { setLetterOrigin, writeLetter } from '#platform/server/letter.ts'
import { withinOneMinute } from '#platform/server/testing.minute.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { inThread } from '#platform/server/thread.ts'
import { editBranding, readBranding, removeLogo, uploadLogo } from './contract.ts'
import { mountLogos } from './routes.files.ts'
import { routes } from './routes.ts'
import { LOGO_BYTES, LOGOS_A_MINUTE } from './rules.ts'
import { deleteReplaced } from './store.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...organizations, ...sessions], { mount: mountLogos })
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization({ primary_color: '#0f766e' })
  admin = await server.makePerson(organization, { role: 'admin' })
})

type Bytes = Uint8Array<ArrayBuffer>
const plain = (bytes: Buffer): Bytes => new Uint8Array(bytes)
const picture = (width = 300, height = 200, background = '#cc2200') =>
  sharp({ create: { width, height, channels: 3, background } })
const png = async (width?: number, height?: number) => plain(await picture(width, height).png().toBuffer())
const send = (bytes: Bytes, name = 'logo.png', as = admin) => server.call(uploadLogo, {}, as, { file: { name, bytes } })
const seen = async (as = admin) => (await server.call(readBranding, {}, as)).body
const fetched = async (url: string) => {
  const response = await fetch(server.base + url)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
/** A PNG whose header declares a size, followed by only a few bytes. */
const pngOf = (width: number, height: number): Bytes => {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return plain(
    Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', Buffer.from('x')), chunk('IEND', Buffer.alloc(0))]),
  )
}

describe('the logo', { meta: { shows: ['issue 3.6', 'issue 3.6 upload'] } }, () => {
  test('is re-encoded for every file type, resized, and served from our own address', async () => {
    for (const [bytes, name] of [
      [await png(2000, 1000), '../../x.png'],
      [plain(await picture(900, 900).jpeg().toBuffer()), 'photo.JPG'],
      [plain(await picture(40, 20).webp().toBuffer()), 'con:\\nul'],
    ] as const) {
      const { status, body } = await send(bytes, name)
      expect(status).toBe(200)
      expect(body.url).toMatch(new RegExp(`^/api/public/logos/${organization.id}/[0-9a-f-]{36}\\.webp$`))
      const webp = await sharp((await fetched(body.url)).bytes).metadata()
      expect([webp.format, webp.width <= 640, webp.height <= 256]).toEqual(['webp', true, true])
      expect((await sharp((await fetched(body.url.replace('.webp', '.png'))).bytes).metadata()).format).toBe('png')
    }
    expect((await seen()).logo).toMatchObject({ width: 40, height: 20 })
  })

  test('appears publicly and in the session, and nothing else of the upload is kept', async () => {
    const { body } = await send(await png(), 'secret-name.png')
    expect((await server.call(readByAgency, { agency: organization.subdomain }, null)).body.logo_url).toBe(body.url)
    expect((await server.call(getSession, {}, admin)).body.organization?.logo_url).toBe(body.url)
    const rows = await server.rows(
      `select before::text || after::text as text from audit_entries where organization_id = $1 and action = 'branding.upload_logo'`,
      [organization.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/secret-name|\\\\x89504e47|webp"/)
  })

  test('is cacheable forever, can’t run scripts and sets no cookies', async () => {
    const { body } = await send(await png())
    const { response, bytes } = await fetched(body.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(bytes.length).toBeGreaterThan(50)
  })

  test('gives the same not-found for another department’s, an unknown or a misspelled address', async () => {
    const { body } = await send(await png())
    const other = await server.makeOrganization()
    const file = body.url.split('/').at(-1) ?? ''
    const asked = [
      `/api/public/logos/${other.id}/${file}`,
      `/api/public/logos/${organization.id}/${crypto.randomUUID()}.webp`,
      `/api/public/logos/${organization.id}/${file.replace('.webp', '.svg')}`,
      `/api/public/logos/${organization.id}/${file}'--`,
      `/api/public/logos/x/${file}`,
      `/api/public/logos/${organization.id}/%00.webp`,
      `/api/public/logos/00000000-0000-0000-0000-000000000000/${file}`,
    ]
    for (const url of asked) {
      const { response, bytes } = await fetched(url)
      expect([url, response.status, JSON.parse(bytes.toString()).error.code]).toEqual([url, 404, 'not_found'])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('carries no camera data (location, date, profile) and is rotated as it was taken', async () => {
    const camera = await picture(400, 100)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Secret Owner' }, IFD3: { GPSLatitude: '41/1 52/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(camera.includes('Secret Owner')).toBe(true)
    const { body } = await send(plain(camera), 'photo.jpg')
    for (const url of [body.url, body.url.replace('.webp', '.png')]) {
      const { bytes } = await fetched(url)
      const { exif, icc, xmp, width, height } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, width < height]).toEqual([undefined, undefined, undefined, true])
      expect(bytes.includes('Secret Owner')).toBe(false)
    }
  })

  test('in a file that is valid as two types becomes a plain image', async () => {
    const script = Buffer.from('<script>alert(document.domain)</script><!--PK\x03\x04')
    const { status, body } = await send(plain(Buffer.concat([await png(), script])))
    expect(status).toBe(200)
    expect((await fetched(body.url)).bytes.includes('<script>')).toBe(false)
    expect((await fetched(body.url.replace('.webp', '.png'))).bytes.includes('<script>')).toBe(false)
  })

  test.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'logo_svg',
      415,
    ],
    ['an SVG after an XML declaration', '<?xml version="1.0"?>\n<!-- x -->\n<svg width="1"/>', 'logo_svg', 415],
    ['HTML renamed .png', '<!doctype html><script>alert(1)</script>', 'logo_wrong_type', 415],
    ['a GIF that is also a script', 'GIF89a/*\u0001\u0000*/=1;alert(1)', 'logo_wrong_type', 415],
    ['a PDF', '%PDF-1.7', 'logo_wrong_type', 415],
    ['nothing', '', 'logo_wrong_type', 415],
    ['a truncated PNG', '\u0089PNG\r\n\u001a\n', 'logo_broken', 422],
  ])('refuses %s', async (_what, text, code, status) => {
    const answer = await send(plain(Buffer.from(text, 'latin1')))
    expect([answer.status, answer.error?.code]).toEqual([status, code])
    expect((await seen()).logo).toBeNull()
  })

  test('of 50,000 by 50,000 pixels, or over 16 megapixels, is refused before it is decoded', {
    meta: { shows: ['issue 3.6 logo pixels'] },
  }, async () => {
    for (const [width, height] of [
      [50_000, 50_000],
      [4001, 4000],
      [16_000_001, 1],
    ] as const) {
      const began = Date.now()
      const answer = await send(pngOf(width, height))
      expect([answer.status, answer.error?.code]).toEqual([422, 'logo_too_many_pixels'])
      expect(Date.now() - began).toBeLessThan(5000)
    }
    expect((await send(pngOf(4000, 4000))).error?.code).toBe('logo_broken')
  })

  test('over 2 MB is refused by size', { meta: { shows: ['issue 3.6 logo size'] } }, async () => {
    const answer = await send(plain(Buffer.concat([await png(), Buffer.alloc(LOGO_BYTES)])))
    expect([answer.status, answer.error?.code]).toEqual([413, 'too_large'])
  })

  test('file types are enabled once per process, so a worker thread can’t disable one that another is reading', {
    meta: { shows: ['issue 3.6 upload'] },
  }, async () => {
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
      .gif()
      .toBuffer()
    const script = new URL('./jobs.worker.ts', import.meta.url)
    const read = () => inThread<object>(script, new Uint8Array(gif), { ms: 10_000, megabytes: 128 })
    expect((await send(await png())).status).toBe(200)
    expect(await read()).toEqual({ refused: 'logo_broken' })
    const kind = { operation: ['VipsForeignLoadNsgifBuffer'] }
    sharp.unblock(kind)
    expect(await read()).toMatchObject({ width: 8, height: 8 })
    sharp.block(kind)
  })

  test('at 100 uploads a minute, a few are processed and the rest get 429', {
    meta: { shows: ['issue 3.6'] },
  }, async () => {
    const bytes = await png(8, 8)
    const answers: Awaited<ReturnType<typeof send>>[] = []
    await withinOneMinute(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 100 }, () => send(bytes)))))
    })
    const statuses = answers.map((one) => one.status)
    expect(answers.filter((one) => one.status !== 200 && one.status !== 429)).toEqual([])
    expect([statuses.filter((s) => s === 200).length, statuses.filter((s) => s === 429).length]).toEqual([
      LOGOS_A_MINUTE,
      100 - LOGOS_A_MINUTE,
    ])
    // A few replaced logos are kept, and one is in use.
    const [kept] = await server.rows<{ all: number; used: number }>(
      `select count(*)::int as all, count(*) filter (where replaced_at is null)::int as used from organization_logos
        where organization_id = $1`,
      [organization.id],
    )
    expect(kept).toEqual({ all: 6, used: 1 })
    // It does not delay another department.
    const other = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await send(bytes, 'logo.png', other)).status).toBe(200)
  })

  test('can be removed, stays available for emails already sent, and is pruned later', async () => {
    const { body } = await send(await png())
    expect((await server.call(removeLogo, {}, admin)).status).toBe(200)
    expect([(await seen()).logo, (await server.call(removeLogo, {}, admin)).status]).toEqual([null, 200])
    expect((await fetched(body.url)).response.status).toBe(200)
    const prune = () => server.database.transaction([enterSystem(organization.id, 'job.prune_logos')], deleteReplaced)
    expect(await prune()).toBe(0)
    await server.rows(
      `update organization_logos set replaced_at = now() - interval '31 days' where organization_id = $1`,
      [organization.id],
    )
    expect(await prune()).toBe(1)
    expect((await fetched(body.url)).response.status).toBe(404)
  })
})

describe('name and color', { meta: { shows: ['issue 3.6'] } }, () => {
  test('are saved, shown to the public and audited', async () => {
    const { version } = await seen()
    const answer = await server.call(editBranding, { version, name: 'Harbor Patrol', primary_color: '#1d4ed8' }, admin)
    expect(answer.body).toEqual({ version: version + 1 })
    expect((await server.call(readByAgency, { agency: organization.subdomain }, null)).body).toMatchObject({
      name: 'Harbor Patrol',
      primary_color: '#1d4ed8',
    })
  })

  test.each(['#3B82F6', '#fff', 'red', '#3b82f6;}body{display:none', '#3b82f6\n', 'javascript:alert(1)'])(
    'refuses %j as a color, in the API and in the database',
    async (primary_color) => {
      const answer = await server.call(editBranding, { version: 1, primary_color }, admin)
      expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'primary_color'])
      const attempt = server.rows('update organizations set primary_color = $1 where id = $2', [
        primary_color,
        organization.id,
      ])
      await expect(attempt).rejects.toMatchObject({ code: '23514' })
    },
  )

  test('a logo address is never set by hand: not through the API, not in the database', {
    meta: { shows: ['issue 3.6'] },
  }, async () => {
    for (const logo_url of ['javascript:alert(1)', 'http://169.254.169.254/latest/meta-data', '/api/public/logos/x']) {
      const answer = await server.call(editBranding, { version: 1, logo_url } as never, admin)
      expect([answer.status, answer.error?.code]).toEqual([403, 'not_allowed'])
      const attempt = server.rows('update organizations set logo_url = $1 where id = $2', [logo_url, organization.id])
      await expect(attempt).rejects.toMatchObject({ code: '428C9' })
    }
    const foreign = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    const theirs = (await send(await png(), 'logo.png', foreign)).body.url.split('/').at(-1)?.replace('.webp', '')
    const attempt = server.rows('update organizations set logo_id = $1 where id = $2', [theirs, organization.id])
    await expect(attempt).rejects.toMatchObject({ code: '23503' })
  })
})

test('without the feature, nothing can be set and the product’s color shows with no logo; enabling it restores both', {
  meta: { shows: ['issue 3.6', 'issue 3.6 plan'] },
}, async () => {
  const { body } = await send(await png())
  await server.rows(`update organizations set subscription_tier = 'basic' where id = $1`, [organization.id])
  const calls = [
    await server.call(readBranding, {}, admin),
    await server.call(editBranding, { version: 1, name: 'Mine' }, admin),
    await send(await png()),
    await server.call(removeLogo, {}, admin),
  ]
  expect(calls.map((one) => [one.status, one.error?.code])).toEqual(calls.map(() => [403, 'feature_not_available']))
  const shown = { name: organization.name, primary_color: '#3b82f6', logo_url: null }
  expect((await server.call(readByAgency, { agency: organization.subdomain }, null)).body).toMatchObject(shown)
  expect((await server.call(getSession, {}, admin)).body.organization).toMatchObject(shown)
  await server.rows(`update organizations set subscription_tier = 'pro' where id = $1`, [organization.id])
  const back = { primary_color: '#0f766e', logo_url: body.url }
  expect((await server.call(readByAgency, { agency: organization.subdomain }, null)).body).toMatchObject(back)
})

test('an officer can’t set anything', { meta: { shows: ['issue 3.6'] } }, async () => {
  const officer = await server.makePerson(organization)
  expect((await send(await png(), 'logo.png', officer)).error?.code).toBe('not_allowed')
  expect((await server.call(editBranding, { version: 1, name: 'Mine' }, officer)).error?.code).toBe('not_allowed')
})

test('emails carry name, color and the full logo address, and nobody else’s address', {
  meta: { shows: ['issue 3.6'] },
}, () => {
  setLetterOrigin('https://shifts.example.org')
  const logo_url = `/api/public/logos/${organization.id}/${crypto.randomUUID()}.webp`
  const letter = { to: 'a@b.example', subject: 'S', paragraphs: ['P'], why: 'W' }
  const { html } = writeLetter({ name: 'Harbor <b>', primary_color: '#0f766e', logo_url }, letter)
  expect(html).toContain(`src="https://shifts.example.org${logo_url.replace('.webp', '.png')}"`)
  expect(html).toContain('alt="Harbor &#60;b&#62;"')
  expect(html).toContain('border-top:4px solid #0f766e')
  for (const bad of ['https://evil.example/x.png', 'javascript:alert(1)', '/api/public/logos/"onerror=x.webp', null])
    expect(writeLetter({ name: 'H', primary_color: '#0f766e', logo_url: bad }, letter).html).not.toContain('<img')
})
