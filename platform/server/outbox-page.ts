import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { escaped } from '#platform/shared/text.ts'
import { type Database, enterSystem } from './db.ts'
import { type Sql, sql } from './sql.ts'
import { ours } from './tenant.ts'

type Row = {
  to_address: string
  subject: string
  text_body: string
  state: string
  created_at: Date
  attachment_name: string | null
}

/** Turns URLs in the text into links; escapes everything else. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, at) => (at % 2 === 1 ? `<a href="${escaped(piece)}">${escaped(piece)}</a>` : escaped(piece)))
    .join('')

const article = (mail: Row): string =>
  `<article><h2>${escaped(mail.subject)}</h2><p>To <strong>${escaped(mail.to_address)}</strong>, ${mail.created_at.toISOString()}, ${mail.state}${mail.attachment_name ? `, with ${escaped(mail.attachment_name)}` : ''}</p><pre>${linked(mail.text_body)}</pre></article>`

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111;background:#f3f4f6}article{background:#fff;border-radius:6px;padding:1rem 1.25rem;margin:1rem 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;font:inherit;overflow-wrap:anywhere}p{margin:.25rem 0;color:#555}a{color:#1d4ed8}'

// The application's policy allows no inline styles; this one is allowed by its hash.
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const isLocal = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)

/**
 * `/dev/outbox`: unsent emails, newest first, with working links, and what `besides` selects in the same columns. Mounted only with the embedded database, a loopback HOST and no
 * SMTP_URL; the Host header check refuses other sites that point their name here.
 */
export const mountOutboxPage = (
  app: FastifyInstance,
  database: Database,
  besides: readonly (() => Sql)[] = [],
): void => {
  app.get('/dev/outbox', async (request, reply) => {
    if (!isLocal(request.headers.host ?? '')) return reply.code(404).send()
    const organizations = await database.read<{ id: string }>(
      sql`select set_config('app.role', 'system', true)`,
      sql`select id from organizations where state <> 'erased'`,
    )
    const mails: Row[] = []
    for (const { id } of organizations) {
      for (const more of besides) mails.push(...(await database.read<Row>(enterSystem(id, 'dev.outbox'), more())))
      mails.push(
        ...(await database.read<Row>(
          enterSystem(id, 'dev.outbox'),
          sql`select to_address, subject, text_body, state, created_at, attachment_name from mails
            where ${ours()} order by created_at desc limit 100`,
        )),
      )
    }
    mails.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    const list = mails.slice(0, 100).map(article).join('') || '<p>Nothing yet.</p>'
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title><style>${style}</style></head><body><main><h1>Outbox</h1><p>Email, pushes, text messages and calls. Set SMTP_URL to send email, and a provider for text messages and calls.</p>${list}</main></body></html>`,
      )
  })
}
