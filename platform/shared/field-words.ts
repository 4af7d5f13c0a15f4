import { config, type z } from 'zod'

const count = (n: number | bigint, one: string, many: string) => `${n} ${Number(n) === 1 ? one : many}`

const formats: Record<string, string> = {
  email: 'Enter an email address, such as name@example.gov.',
  url: 'Enter a full URL, such as https://example.gov.',
  date: 'Choose a date.',
  time: 'Enter a 24-hour time, such as 18:30.',
  datetime: 'Choose a date and a time.',
  guid: 'Not a valid ID.',
  uuid: 'Not a valid ID.',
}

export const unknownField = 'Unknown field.'

/** Default error messages that say how to fix a field, for schemas without their own; form and server use the same ones. */
export const fieldWords = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? 'This field is required.' : 'Enter a valid value.'
  if (issue.code === 'too_small' && issue.origin === 'string') {
    if (Number(issue.minimum) <= 1) return 'This field is required.'
    return `Enter at least ${count(issue.minimum, 'character', 'characters')}.`
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Enter at most ${count(issue.maximum, 'character', 'characters')}.`
  if (issue.code === 'too_small' && issue.origin === 'array') return `Choose at least ${issue.minimum}.`
  if (issue.code === 'too_big' && issue.origin === 'array') return `Choose at most ${issue.maximum}.`
  if (issue.code === 'too_small')
    return `Must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`
  if (issue.code === 'too_big')
    return `Must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`
  if (issue.code === 'invalid_format') return formats[String(issue.format)] ?? "This format isn't valid."
  if (issue.code === 'invalid_value') return 'Choose one from the list.'
  if (issue.code === 'unrecognized_keys') return unknownField
  return undefined
}

/** For forms: makes every schema use these messages. */
export const setZodWords = (): void => {
  config({ customError: fieldWords })
}
