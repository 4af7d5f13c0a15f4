import type { Tone } from './badge.tsx'

/** A state's color where its word stands in a line of text. */
export const inks: Readonly<Record<Tone, string>> = {
  plain: 'text-soft',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  hold: 'text-hold',
  brand: 'text-brand-ink',
  live: 'text-brand-ink',
}
