import { createTransport, type Transporter } from 'nodemailer'
import type { Instant } from '#platform/shared/time.ts'
import type { Database, Db } from './db.ts'
import { asJob, type OutsideSweep } from './jobs.ts'
import type { Log } from './log.ts'
import { sql } from './sql.ts'
import { ours } from './tenant.ts'

export type Letter = {
  to: string
  subject: string
  text: string
  html: string
  /** One attached file, with its bytes in base64. */
  attachment?: { name: string; base64: string }
}

const pointless = 'held back until it was pointless'

const oneAddress = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u
/** Exactly one address: no second one, no line break, no display name. */
export const isOneAddress = (address: string): boolean => oneAddress.test(address)

/** The earliest time to send an email, the time after which it is dropped as pointless, and the thing whose end also drops it. */
export type Waits = { not_before?: Instant | null; expires_at?: Instant | null; about?: string | null }

/**
 * Queues an email in the department's outbox in the caller's transaction: it is sent if and only if that commits. Throws for an
 * invalid address; strips line breaks and control characters from the subject.
 */
export const queueMail = (db: Db, letter: Letter, waits: Waits = {}): Promise<void> =>
  queueMails(db, [{ letter, ...waits }])

/** Queues several at once. An email that expires before it may be sent is stored as dropped. */
export const queueMails = async (db: Db, mails: readonly ({ letter: Letter } & Waits)[]): Promise<void> => {
  if (mails.length === 0) return
  if (!mails.every(({ letter }) => isOneAddress(letter.to))) throw new Error('a mail needs exactly one address')
  const rows = mails.map(({ letter, not_before, expires_at, about }) => {
    const subject = letter.subject
      .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
      .trim()
      .slice(0, 200)
    const { attachment, ...words } = letter
    return { ...words, subject, not_before, expires_at, about, file_name: attachment?.name, file: attachment?.base64 }
  })
  await db.run(sql`insert into mails (organization_id, to_address, subject, text_body, html_body, next_try_at, expires_at, about,
      attachment_name, attachment, state, last_error)
    select (select app.organization_id()), m."to", m.subject, m.text, m.html, t.at, m.expires_at, m.about,
      m.file_name, decode(m.file, 'base64'), case when m.expires_at <= t.at then 'dropped' else 'waiting' end,
      case when m.expires_at <= t.at then ${pointless} end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m ("to" text, subject text, text text, html text,
      not_before timestamptz, expires_at timestamptz, about uuid, file_name text, file text)
    cross join lateral (select coalesce(m.not_before, now()) as at) t`)
}

/** Drops emails still waiting about things that have ended. Returns how many. */
export const dropMails = (db: Db, about: readonly string[]) =>
  about.length === 0
    ? Promise.resolve(0)
    : db.run(sql`update mails set state = 'dropped', last_error = 'what it tells of is over'
        where ${ours()} and about = any(${about}::uuid[]) and state = 'waiting'`)

export type Taken = Omit<Letter, 'attachment'> & {
  id: string
  attempts: number
  created_at: Date
  attachment_name: string | null
  attachment: Buffer | null
}

/** How long a taken email belongs to its process; if the process dies, the email becomes due again after this. */
const leaseMinutes = 10
const atOnce = 10
const giveUpHours = 24

/** Drops expired emails instead of sending them late. An email being sent right now is not due. */
const dropPointless = (db: Db) =>
  db.run(sql`update mails set state = 'dropped', last_error = ${pointless}
    where ${ours()} and state in ('waiting', 'sending') and next_try_at <= now()
      and expires_at <= now()`)

/** Takes due emails for this process only. */
const takeMails = async (db: Db): Promise<Taken[]> => {
  await dropPointless(db)
  return db.rows<Taken>(sql`with due as (
      select id from mails where ${ours()} and state in ('waiting', 'sending')
        and next_try_at <= now() order by next_try_at limit ${atOnce} for update skip locked)
    update mails m set state = 'sending', attempts = m.attempts + 1,
      next_try_at = now() + make_interval(mins => ${leaseMinutes})
    from due where ${ours('m')} and m.id = due.id
    returning m.id, m.to_address as "to", m.subject, m.text_body as text, m.html_body as html, m.attempts, m.created_at,
      m.attachment_name, m.attachment`)
}

const markSent = (db: Db, mail: Taken) =>
  db.run(sql`update mails set state = 'sent', sent_at = now(), last_error = null
    where ${ours()} and id = ${mail.id}::uuid
      and state = 'sending' and attempts = ${mail.attempts}`)

/** Retries after one minute, two, four ... four hours; fails after a day. */
const markTried = (db: Db, mail: Taken, error: string) =>
  db.run(sql`update mails set last_error = ${error.slice(0, 300)},
      state = case when created_at < now() - make_interval(hours => ${giveUpHours}) then 'failed' else 'waiting' end,
      next_try_at = now() + least(interval '4 hours', make_interval(mins => power(2, least(attempts, 12) - 1)::int))
    where ${ours()} and id = ${mail.id}::uuid
      and state = 'sending' and attempts = ${mail.attempts}`)

export type Post = (mail: Taken) => Promise<void>

/**
 * Sends one department's waiting emails. Taking, sending and marking are separate steps because SMTP has no transactions: if a
 * process dies between the second and the third, the email is sent again under the same Message-ID, which lets receivers spot the
 * duplicate. After any other crash it is sent exactly once.
 */
export const sendWaitingMails = async (
  database: Database,
  post: Post,
  organizationId: string,
  log: Log,
  stopping: () => boolean = () => false,
): Promise<void> => {
  const within = asJob(database, organizationId, 'send_mails')
  while (!stopping()) {
    const mails = await within(takeMails)
    for (const mail of mails) {
      try {
        await post(mail)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        log({
          level: 'warn',
          job: 'send_mails',
          mail: mail.id,
          attempts: mail.attempts,
          error: 'the mail server refused',
        })
        await within((db) => markTried(db, mail, why))
        continue
      }
      await within((db) => markSent(db, mail))
    }
    if (mails.length < atOnce) return
  }
}

/** Sends emails through the SMTP_URL server. */
export const smtpPost = (url: string, from: string): Post => {
  // Short enough that ten emails fit into the lease even if the mail server is as slow as this allows.
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport: Transporter = createTransport(
    { url, ...patience },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  const host = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return async (mail) => {
    await transport.sendMail({
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.created_at,
      messageId: `<${mail.id}@${host}>`,
      ...(mail.attachment && mail.attachment_name
        ? { attachments: [{ filename: mail.attachment_name, content: mail.attachment }] }
        : {}),
    })
  }
}

/** The sweep that sends waiting emails: woken by every queued email, and every half minute for retries. */
export const mailSweep = (post: Post, log: Log): OutsideSweep => ({
  name: 'send_mails',
  everySeconds: 30,
  wakes: 'mail',
  outside: (database, organizationId, stopping) => sendWaitingMails(database, post, organizationId, log, stopping),
})
