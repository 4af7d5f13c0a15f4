import { pageFact } from '#platform/web/page-facts.ts'

/** The product's name for this installation. */
export const product = pageFact('application-name') || 'Watchbill'

/** Specification section 1: the default tagline. */
export const tagline = 'Officer Management System'
