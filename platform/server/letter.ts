import { DEFAULT_COLOR, isColor, solidOf } from '#platform/shared/brand.ts'
import { escaped } from '#platform/shared/text.ts'
import type { Letter } from './mailer.ts'

/** The name, color and logo shown in an email. */
export type Sender = { name: string; primary_color: string; logo_url?: string | null }

export type LetterText = {
  to: string
  subject: string
  /** Plain text, one entry per paragraph. */
  paragraphs: readonly string[]
  /** The one thing to press. */
  action?: { label: string; url: string }
  /** Small print below the line: why this email was sent. */
  why: string
}

let origin = ''
/** The public address, without a path; images in emails load from it. The server sets it once. */
export const setLetterOrigin = (address: string): void => {
  origin = address
}

/** Accepts only our own upload's path; uses PNG because not every mail client shows WebP. */
const logoOf = ({ logo_url, name }: Sender): string => {
  const [, path] = /^(\/api\/public\/logos\/[0-9a-f-]{36}\/[0-9a-f-]{36})\.webp$/.exec(logo_url ?? '') ?? []
  if (!path || origin === '') return ''
  return `<img src="${origin}${path}.png" alt="${escaped(name)}" height="48" style="display:block;height:48px;width:auto;max-width:240px;margin:0 0 12px">`
}

/** One email as plain text and simple HTML: tables and inline styles, no image but the department's logo. */
export const writeLetter = (sender: Sender, letter: LetterText): Letter => {
  const { to, subject, paragraphs, action, why } = letter
  const text = [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `--\n${sender.name}\n${why}`,
  ].join('\n\n')
  const color = isColor(sender.primary_color) ? sender.primary_color : DEFAULT_COLOR
  const { solid, text: ink } = solidOf(color) ?? { solid: color, text: '#ffffff' }
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${solid};color:${ink};font-weight:600;text-decoration:none">${escaped(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#6b7280">Or open this address: ${escaped(action.url)}</p>`
    : ''
  const body = paragraphs.map((p) => `<p style="margin:0 0 16px">${escaped(p)}</p>`).join('')
  const html = `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#f3f4f6;font:16px/1.5 system-ui,sans-serif;color:#111827"><table role="presentation" align="center" width="100%" style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${color};border-radius:6px"><tr><td style="padding:28px">${logoOf(sender)}<p style="margin:0 0 20px;font-weight:700">${escaped(sender.name)}</p>${body}${button}<hr style="border:0;border-top:1px solid #e5e7eb;margin:24px 0"><p style="margin:0;font-size:13px;color:#6b7280">${escaped(why)}</p></td></tr></table></body></html>`
  return { to, subject, text, html }
}
