import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enterSystem } from './db.ts'
import { writeLetter } from './letter.ts'
import { type Letter, queueMail, sendWaitingMails, smtpPost } from './mailer.ts'
import { type Manner, startSmtp } from './testing.smtp.ts'
import { startTestServer, type TestOrganization, type TestServer } from './testing.ts'

let server: TestServer
let organization: TestOrganization
const quiet = () => undefined
const letter: Letter = { to: 'a@example.org', subject: 'Shift', text: 'Text', html: '<p>Text</p>' }

beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
})

const queue = (mail: Letter = letter) =>
  server.database.transaction([enterSystem(organization.id, 'test')], (db) => queueMail(db, mail))
const rows = () =>
  server.rows<{ id: string; state: string; attempts: number; last_error: string | null; subject: string }>(
    'select id, state, attempts, last_error, subject from mails where organization_id = $1 order by created_at',
    [organization.id],
  )
const due = (how = "interval '0'") =>
  server.rows(`update mails set next_try_at = now() - ${how} where organization_id = $1`, [organization.id])

describe('email', { meta: { shows: ['issue 2.3'] } }, () => {
  it('eight senders at once send each of 40 emails exactly once', async () => {
    for (let n = 0; n < 40; n++) await queue({ ...letter, subject: `Shift ${n}` })
    const sent: string[] = []
    const post = async (mail: { subject: string }) => {
      sent.push(mail.subject)
    }
    await Promise.all(Array.from({ length: 8 }, () => sendWaitingMails(server.database, post, organization.id, quiet)))
    expect(sent).toHaveLength(40)
    expect(new Set(sent).size).toBe(40)
    expect((await rows()).every((row) => row.state === 'sent' && row.attempts === 1)).toBe(true)
  })

  it('an attachment is sent byte for byte, under its name', { meta: { shows: ['issue 4.8'] } }, async () => {
    const bytes = Buffer.from(Array.from({ length: 700 }, (_, n) => n % 256))
    const smtp = await startSmtp(() => 'take')
    try {
      await queue({ ...letter, attachment: { name: 'INV-2026-00001.pdf', base64: bytes.toString('base64') } })
      await sendWaitingMails(server.database, smtpPost(smtp.url, 'V <v@example.org>'), organization.id, quiet)
      const [mail] = smtp.received
      expect(mail?.body).toMatch(/Content-Disposition: attachment; filename=INV-2026-00001\.pdf/)
      expect(mail?.body).toContain('application/pdf')
      expect(mail?.body.replaceAll('\n', '')).toContain(bytes.toString('base64'))
    } finally {
      smtp.close()
    }
  })

  it('a rejected email is retried later and fails after a day', async () => {
    await queue()
    const refuse = async () => {
      throw new Error('450 try later')
    }
    await sendWaitingMails(server.database, refuse, organization.id, quiet)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: '450 try later' }])
    let calls = 0
    await sendWaitingMails(server.database, async () => void calls++, organization.id, quiet)
    expect(calls).toBe(0)
    await server.rows(`update mails set created_at = now() - interval '25 hours' where organization_id = $1`, [
      organization.id,
    ])
    await due()
    await sendWaitingMails(server.database, refuse, organization.id, quiet)
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 2 }])
  })

  it('a sender that died releases its emails after the lease, not before', async () => {
    await queue()
    await server.rows(
      `update mails set state = 'sending', attempts = 1, next_try_at = now() + interval '10 minutes' where organization_id = $1`,
      [organization.id],
    )
    const sent: string[] = []
    const post = async (mail: { id: string }) => void sent.push(mail.id)
    await sendWaitingMails(server.database, post, organization.id, quiet)
    expect(sent).toEqual([])
    await due()
    await sendWaitingMails(server.database, post, organization.id, quiet)
    expect(sent).toHaveLength(1)
  })

  it('an email is sent only if its transaction commits', async () => {
    const failing = server.database.transaction([enterSystem(organization.id, 'test')], async (db) => {
      await queueMail(db, letter)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await rows()).toEqual([])
  })

  it.each(['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', 'A <a@example.org>', 'nobody'])(
    'sends no email to %j',
    async (to) => {
      await expect(queue({ ...letter, to })).rejects.toThrow('exactly one address')
    },
  )

  it('a subject is one line, whatever its input', async () => {
    await queue({ ...letter, subject: 'Join\r\nBcc: b@example.org\u2028x' })
    expect((await rows())[0]?.subject).toBe('Join Bcc: b@example.org x')
  })

  it.each<[Manner, number]>([
    ['cut-at-recipient', 1],
    ['cut-in-the-middle', 1],
    // The server accepted the email but could not confirm it: it is sent again under the same Message-ID, so receivers can spot
    // the duplicate.
    ['taken-then-cut', 2],
  ])(
    'a mail server that is %s gets every email at least once',
    { meta: { shows: ['issue 3.10'] } },
    async (cut, times) => {
      const manners: Manner[] = [cut, 'take']
      const smtp = await startSmtp(() => manners.shift() ?? 'take')
      await queue()
      const post = smtpPost(smtp.url, 'Watchbill <no-reply@watchbill.example>')
      await sendWaitingMails(server.database, post, organization.id, quiet)
      expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
      await due()
      await sendWaitingMails(server.database, post, organization.id, quiet)
      await sendWaitingMails(server.database, post, organization.id, quiet)
      smtp.close()
      const [row] = await rows()
      expect(row).toMatchObject({ state: 'sent', attempts: 2 })
      expect(smtp.received.map((one) => one.id)).toEqual(
        Array.from({ length: times }, () => `<${row?.id}@watchbill.example>`),
      )
    },
  )

  it('the SMTP server gets one recipient, the email id as Message-ID, and the text', async () => {
    const said: string[] = []
    const smtp = createServer((socket) => {
      let inData = false
      socket.write('220 test ready\r\n')
      socket.on('error', () => undefined)
      socket.on('data', (bytes) => {
        for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
          said.push(line)
          if (inData) {
            if (line === '.') {
              inData = false
              socket.write('250 taken\r\n')
            }
          } else if (line === 'DATA') {
            inData = true
            socket.write('354 go on\r\n')
          } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
        }
      })
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.address() as AddressInfo
    await queue()
    const post = smtpPost(`smtp://127.0.0.1:${port}`, 'Watchbill <no-reply@watchbill.example>')
    await sendWaitingMails(server.database, post, organization.id, quiet)
    smtp.close()
    const [row] = await rows()
    expect(row?.state).toBe('sent')
    expect(said.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<a@example.org>'])
    expect(said).toContain(`Message-ID: <${row?.id}@watchbill.example>`)
    expect(said).toContain('From: Watchbill <no-reply@watchbill.example>')
  })
})

it('user input appears in an email as plain text', { meta: { shows: ['issue 2.3'] } }, () => {
  const { html, text } = writeLetter(
    { name: '<img src=x onerror=1>', primary_color: 'red;}body{display:none' },
    {
      to: 'a@example.org',
      subject: 's',
      paragraphs: ['1 < 2 & "3"'],
      why: 'w',
      action: { label: 'Go', url: 'https://x.example/?a=1&b=2' },
    },
  )
  expect(html).not.toMatch(/<img|display:none/)
  expect(html).toContain('1 &#60; 2 &#38; &#34;3&#34;')
  expect(html).toContain('#3b82f6')
  expect(text).toContain('Go:\nhttps://x.example/?a=1&b=2')
})
