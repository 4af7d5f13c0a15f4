import type { CommonError } from './endpoint.ts'

export type Words = { title: string; text: string }

type CodesOf<Module> = Module extends unknown
  ? {
      [Name in keyof Module]: Module[Name] extends { errors: infer Errors } ? keyof Errors & string : never
    }[keyof Module]
  : never
/** Messages for every error code of these contracts, except codes covered by another feature; a missing one is a compile error. */
export type RefusalWords<Contracts, Elsewhere extends string = never> = Readonly<
  Record<Exclude<CodesOf<Contracts>, CommonError | Elsewhere>, Words>
>

const placeholder = /\{(\w+)\}/g

/** Fills each `{name}`. Drops a sentence whose value is missing: half a sentence misleads. */
export const withDetails = (text: string, details: Readonly<Record<string, unknown>>): string => {
  const wordFor = (name: string): string | null => {
    const value = details[name]
    return (typeof value === 'string' && value.trim() !== '') || Number.isFinite(value) ? String(value) : null
  }
  const isWhole = (sentence: string) =>
    [...sentence.matchAll(placeholder)].every(([, name = '']) => wordFor(name) !== null)
  const sentences = text.split(/(?<=[.!?}]) (?=[A-Z])/).filter(isWhole)
  return sentences.join(' ').replace(placeholder, (_, name: string) => wordFor(name) ?? '')
}

/** No response arrived; created in the browser. */
export type NoAnswer = 'offline' | 'unreachable' | 'unanswered' | 'saved' | 'saved_too_long'

/** Messages for errors that any call may return; part of the shell. The others load with the first refusal that needs them. */
export const commonMessages = {
  offline: { title: "You're offline", text: "Nothing was sent. Try again when you're back online." },
  unanswered: {
    title: 'Not confirmed yet',
    text: "{what}: the server didn't respond. It will be sent again.",
  },
  saved: { title: 'Saved on this phone', text: '{what}, {at}. Sends {when}.' },
  saved_too_long: {
    title: 'Saved too long ago',
    text: "This action was saved more than 6 days ago and was never sent. Repeat it if it's still needed.",
  },
  sent_as_another: {
    title: 'Saved by another account',
    text: 'Another account saved this. Sign in to that account to send it.',
  },
  unreachable: { title: "Can't reach the server", text: "The server didn't respond. Try again in a moment." },

  invalid_input: { title: 'Check what you entered', text: 'Some fields need to be corrected.' },
  not_signed_in: { title: "You're signed out", text: 'Your session has ended. Sign in again to continue.' },
  second_factor_needed: {
    title: 'Second factor required',
    text: 'Set up or enter a second factor to open admin pages.',
  },
  not_allowed: { title: 'Access Denied', text: "Your role doesn't allow this." },
  waiting_for_approval: {
    title: 'Waiting for approval',
    text: 'An admin in your department must approve your registration first.',
  },
  notice_not_accepted: {
    title: 'Accept the notice first',
    text: "Accept your department's notice to continue.",
  },
  trial_expired: {
    title: 'Trial Expired',
    text: 'Your trial period has ended. Please contact your administrator to upgrade your subscription.',
  },
  feature_not_available: {
    title: 'Feature Not Available',
    text: 'Your department is on the {current} plan. This feature requires {required}.',
  },
  cross_site: {
    title: 'Not sent',
    text: 'The request came from another site and was blocked. Reload the page and try again.',
  },
  not_found: { title: 'Not found', text: "This page doesn't exist, or you don't have access." },
  changed_meanwhile: {
    title: 'Changed by someone else',
    text: 'Someone else changed this before you saved. Review the latest version and try again.',
  },
  key_reused: {
    title: 'Not sent',
    text: 'This was already sent with different content. Reload the page and try again.',
  },
  too_large: { title: 'Too large', text: 'The file or text exceeds the size limit.' },
  wrong_type: { title: 'Unsupported file type', text: 'Choose one of the file types listed next to the field.' },
  too_many: { title: 'Too many attempts', text: 'Wait a few minutes, then try again.' },
  busy: { title: 'Busy', text: 'The server is busy right now. Try again in a moment.' },
  storage_full: {
    title: 'Not saved',
    text: "The server's storage is full, so changes can't be saved right now. Try again in a few minutes.",
  },
  read_only: {
    title: 'Not saved',
    text: "The server is read-only right now, so changes can't be saved. Try again in a few minutes.",
  },
  out_of_service: {
    title: 'Out of service',
    text: 'The server is unavailable during a safety check. Try again in a few minutes.',
  },
  support_not_here: {
    title: 'Not available in support access',
    text: 'Only the department can change shifts, hours, claims, sign-in and access.',
  },
  support_read_only: {
    title: 'Read-only',
    text: 'This support access is read-only. To make changes, end it and start one with write access.',
  },
  internal: { title: 'Something went wrong', text: 'An unexpected error occurred. Please try again.' },
} satisfies Record<CommonError | NoAnswer, Words>
