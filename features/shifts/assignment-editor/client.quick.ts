import type { Location } from '#features/shifts/locations/contract.ts'
import { namedLocation } from '#features/shifts/locations/rules.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { type EditorValues, fillLocation } from './client.ts'
import type { Quick } from './rules.quick.ts'

/** The fields that a quick line sets. */
const quickFields = ['title', 'starts.date', 'starts.time', 'ends.time', 'posts.0.required_count'] as const
/** Their values, in that order. */
type QuickValues = readonly (string | number | null)[]

/** What the form has in the fields that a quick line sets. */
export const quickValues = ({ title, starts, ends, posts }: EditorValues): QuickValues => [
  title,
  starts.date,
  starts.time,
  ends.time,
  posts[0]?.required_count ?? null,
]

/**
 * Fills the form from a quick line. Fields that the line doesn't mention go back to the form's defaults, whatever an earlier line or a
 * restored draft put there. Fields changed by hand since (`seen`: the values before) stay.
 */
export const fillQuick = (
  form: Pick<ContractForm<EditorValues>, 'setValue' | 'getValues'>,
  quick: Quick,
  { start, seen }: { start: EditorValues; seen: QuickValues },
  locations: readonly Location[],
  verified: boolean,
): void => {
  const said: QuickValues = [quick.title || null, quick.date, quick.start, quick.end, quick.spots]
  const [usual, now] = [quickValues(start), quickValues(form.getValues())]
  quickFields.forEach((name, i) => {
    const value = said[i] ?? (now[i] === seen[i] ? (usual[i] ?? null) : null)
    if (value === null || value === now[i]) return
    // A field that is empty again is not wrong yet.
    const set = { shouldDirty: true, shouldTouch: value !== '', shouldValidate: value !== '' }
    form.setValue(name, value as never, set)
  })
  const location = quick.location === null ? null : namedLocation(locations, quick.location)
  if (location) fillLocation(form, location, verified)
}
