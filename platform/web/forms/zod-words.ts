import { config } from 'zod'

const count = (n: number | bigint, one: string, many: string) => `${n} ${Number(n) === 1 ? one : many}`

const formats: Record<string, string> = {
  email: 'Write a whole mail address, such as name@example.gov.',
  url: 'Write a whole address, such as https://example.gov.',
  date: 'Choose a date.',
  time: 'Write a time in 24 hours, such as 18:30.',
  datetime: 'Choose a date and a time.',
}

/** Field errors in words that say what to do, for shapes that bring no words of their own. */
export const setZodWords = (): void => {
  config({
    customError: (issue) => {
      if (issue.code === 'invalid_type')
        return issue.input === undefined || issue.input === null
          ? 'Fill this in.'
          : 'This is not the kind of value that fits here.'
      if (issue.code === 'too_small' && issue.origin === 'string') {
        if (Number(issue.minimum) <= 1) return 'Fill this in.'
        return `Write at least ${count(issue.minimum, 'character', 'characters')}.`
      }
      if (issue.code === 'too_big' && issue.origin === 'string')
        return `Keep it to ${count(issue.maximum, 'character', 'characters')}.`
      if (issue.code === 'too_small' && issue.origin === 'array') return `Choose at least ${issue.minimum}.`
      if (issue.code === 'too_big' && issue.origin === 'array') return `Choose at most ${issue.maximum}.`
      if (issue.code === 'too_small')
        return `It must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`
      if (issue.code === 'too_big')
        return `It must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`
      if (issue.code === 'invalid_format')
        return formats[String(issue.format)] ?? 'This is not written the way it should be.'
      if (issue.code === 'invalid_value') return 'Choose one of the list.'
      return undefined
    },
  })
}
