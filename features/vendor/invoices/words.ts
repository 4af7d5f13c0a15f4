import type { InvoiceKind } from './rules.ts'

export const kindWords: Readonly<Record<InvoiceKind, string>> = { invoice: 'Invoice', credit_note: 'Credit note' }

/** `8.25%` of millionths. */
export const rateWords = (millionths: number): string => `${String(millionths / 10_000)}%`
