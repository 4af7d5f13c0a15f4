import { isDate } from './time.ts'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const form = new RegExp(`^([12]\\d{3}-\\d\\d-\\d\\d)(T\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?)(?:Z|\\+00:00)[~_](${id})$`)

/** The instant and id a page ended with; null for a cursor that no page returned, such as one made by hand. */
export const readCursor = (after: string | undefined): { at: string; id: string } | null => {
  const [, day = '', time = '', id = ''] = form.exec(after ?? '') ?? []
  const at = `${day}${time}Z`
  const ms = Date.parse(at)
  // The date parser shifts an impossible date; the database would refuse it.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? { at, id } : null
}

/** Returns a check that a list cursor has the given form, with `day` and `id` in braces as placeholders. */
export const isPlace = (form: string): ((place: string) => boolean) => {
  const pattern = new RegExp(`^${form.replace('{id}', id).replace('{day}', '(?<day>[12]\\d{3}-\\d\\d-\\d\\d)')}$`, 's')
  return (place) => {
    const day = pattern.exec(place)?.groups?.day
    return day === undefined ? pattern.test(place) : isDate(day)
  }
}
