export const NAME_MOST = 120
const EMAIL_MOST = 254
export const PHONE_MOST = 40
export const TEAM_MOST = 100_000
export const MESSAGE_MOST = 2000

/** Limits on stored requests per clock hour: per source, and in total. */
export const PER_SOURCE_AN_HOUR = 5
export const PER_HOUR = 100

/** How long a browser keeps a request that could not be stored. */
export const KEPT_HOURS = 24

export const fields = ['organizationName', 'contactName', 'email', 'phone', 'teamSize', 'message'] as const
export type Field = (typeof fields)[number]
/** As typed. */
export type Typed = Readonly<Record<Field, string>>
export type Request = Readonly<Record<Exclude<Field, 'teamSize'>, string>> & { readonly teamSize: number }

const address = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@.<>()[\]\\,;:"]+$/
const missing: Readonly<Partial<Record<Field, string>>> = {
  organizationName: 'Please enter the name of your organization.',
  contactName: 'Please enter your name.',
  email: 'Please enter an email address.',
  teamSize: 'Please enter the number of officers.',
}
const most: Readonly<Partial<Record<Field, number>>> = {
  organizationName: NAME_MOST,
  contactName: NAME_MOST,
  email: EMAIL_MOST,
  phone: PHONE_MOST,
  message: MESSAGE_MOST,
}

/** Error message per invalid field; empty if all are valid (specification section 5: four are required). */
export const faultsOf = (typed: Typed): Partial<Record<Field, string>> => {
  const faults: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const value = typed[field].trim()
    const bound = most[field] ?? Number.POSITIVE_INFINITY
    const words = missing[field]
    if (value === '' && words) faults[field] = words
    else if (value.length > bound) faults[field] = `At most ${bound.toLocaleString('en-US')} characters.`
    else if (field === 'email' && !address.test(value)) faults.email = 'Please enter an email address.'
    else if (field === 'teamSize' && !isCount(value)) faults.teamSize = 'Please enter a whole number from 1 to 100,000.'
  }
  return faults
}

const isCount = (value: string) => /^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= TEAM_MOST

export const requestOf = (typed: Typed): Request => ({
  organizationName: typed.organizationName.trim(),
  contactName: typed.contactName.trim(),
  email: typed.email.trim(),
  phone: typed.phone.trim(),
  teamSize: Number(typed.teamSize),
  message: typed.message.trim(),
})

/** A request kept in the browser: its key, when it was kept (ms), and the typed fields. */
export type Kept = { readonly id: string; readonly since: number; readonly typed: Typed }

/** Parses what the browser stored; null if there is nothing valid or it is older than a day at `now` (ms). */
export const readKept = (stored: string | null, now: number): Kept | null => {
  try {
    const kept: Kept | null = JSON.parse(stored ?? 'null')
    const age = now - (kept?.since ?? 0)
    const whole =
      kept !== null && typeof kept.id === 'string' && fields.every((name) => typeof kept.typed[name] === 'string')
    // Written out: with platform/shared/time.ts, the visitor pages would share a file that a sign-in then loads too.
    return whole && age >= 0 && age < KEPT_HOURS * 3600 * 1000 ? kept : null
  } catch {
    return null
  }
}
