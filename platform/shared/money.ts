/** Money is whole cents plus a currency; amounts in different currencies are never added. */
export const currencies = ['USD', 'CAD', 'EUR', 'GBP', 'AUD'] as const
export type Currency = (typeof currencies)[number]

/** The largest single amount; sums of thousands of them stay exact. */
const CENTS_MAX = 100_000_000_000

const marks: Readonly<Record<Currency, string>> = { USD: '$', CAD: 'CA$', EUR: '€', GBP: '£', AUD: 'A$' }

/** `$1,234.50`, `−$20.00`, `CA$5.00`. */
export const moneyWords = (cents: number, currency: Currency): string => {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${cents < 0 ? '−' : ''}${marks[currency]}${whole}.${rest}`
}

/**
 * Whole cents of `amount / per`, half a cent up, towards the larger number below zero too: the one place where money is rounded. SQL has
 * `wholeCentsIn` of platform/server/money.ts.
 */
export const wholeCents = (amount: bigint, per: bigint): number => {
  const [shifted, whole] = [2n * amount + per, 2n * per]
  return Number(shifted >= 0n ? shifted / whole : -((-shifted + whole - 1n) / whole))
}

/** `1234.50` for an input. */
export const moneyValue = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

const typedMoney = /^(-?)\s*(?:[$€£]\s*)?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/

/** Cents for a typed amount: `1234.5`, `1,234.50`, `$20`; null if it is not an amount or is too large. */
export const readMoney = (typed: string): number | null => {
  const [, minus, whole, rest = ''] = typedMoney.exec(typed.trim()) ?? []
  if (whole === undefined) return null
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  return cents > CENTS_MAX ? null : minus === '-' ? 0 - cents : cents
}
