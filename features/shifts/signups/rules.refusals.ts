import type { NotToSignUp } from './rules.ts'

/** Constraints that the database itself enforces, and their refusal codes. */
export const heldByDatabase = {
  posts_not_over: 'full',
  signups_no_overlap: 'overlaps',
  signups_one_live: 'already_signed_up',
} as const

/** A rule's reason as the refusal's details. */
export const detailsOf = (reason: NotToSignUp): Record<string, unknown> => ({
  ...reason.details,
  ...(reason.from === undefined ? {} : { from: reason.from }),
})
