import { listedNotes } from '#features/shifts/assignments/contract.shapes.ts'
import { modeWords, noteWords } from '#features/shifts/assignments/words.ts'
import { requirementsOf, requirementWords } from '#features/shifts/eligibility/rules.asked.ts'
import { radiusWords } from '#platform/shared/feet.ts'
import { counted } from '#platform/shared/text.ts'
import { durationWords } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import { zoneLabel } from '#platform/web/forms/zone-field.tsx'
import { clockOf } from '#platform/web/time.ts'
import { isUsual, sourceWords, type UsualOf } from './client.mode.ts'
import type { EditorValues } from './client.ts'

/** The form's groups below the basic fields, with their fields: an error opens the group of its field. */
export const groupFields = {
  posts: ['posts', 'min_required'],
  signup: ['signup_mode', 'award_rule', 'signup_opens', 'signup_closes'],
  times: ['ends.date', 'time_zone', 'repeats', 'every', 'unit', 'weekdays', 'until', 'count'],
  position: ['location_lat', 'location_lng', 'location_radius_m'],
  pay: ['pay_code', 'min_pay_minutes', 'client'],
  notes: ['description', ...listedNotes.filter((name) => name !== 'pay_code')],
  publishing: ['publish_at', 'backdate_reason'],
} as const satisfies Record<string, readonly string[]>
export type GroupName = keyof typeof groupFields

/** The spots of the only post are asked above all groups. */
const isAbove = (path: string, posts: number): boolean => posts === 1 && path === 'posts.0.required_count'

/** The group that a field is in; null for those above the groups. */
export const groupOf = (path: string, posts: number): GroupName | null => {
  if (isAbove(path, posts)) return null
  const names = Object.keys(groupFields) as GroupName[]
  return names.find((name) => groupFields[name].some((field) => path === field || path.startsWith(`${field}.`))) ?? null
}

type Errors = Readonly<Record<string, unknown>>
const isError = (value: Errors): boolean => typeof value.message === 'string'

/** The paths of all fields that are wrong, in the order of the form's own. */
export const wrongPaths = (errors: Errors, before = ''): string[] =>
  Object.entries(errors).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null || name === 'ref') return []
    const path = name === 'root' ? before : before === '' ? name : `${before}.${name}`
    return isError(value as Errors) ? [path] : wrongPaths(value as Errors, path)
  })

const joined = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ')
const clockWords = ({ date, time }: EditorValues['starts']): string =>
  [date && dateWords(date), time && clockOf(time)].filter(Boolean).join(' ')

export const spotsOf = ({ posts }: Pick<EditorValues, 'posts'>): number =>
  posts.reduce((sum, post) => sum + (Number.isFinite(post.required_count) ? (post.required_count ?? 0) : 0), 0)
const spotWords = (count: number): string => counted(count, 'spot')

const postsSummary = (values: EditorValues): string => {
  const { posts, min_required } = values
  const asked = [...new Set(posts.flatMap((post) => requirementWords(requirementsOf(post))))]
  const split = posts.some((post) => post.split_minutes !== 'whole')
  return joined([
    posts.length === 1
      ? posts[0]?.name || 'One post'
      : posts.map((post) => `${post.name || 'Unnamed'} ${post.required_count ?? 0}`).join(', '),
    asked.length === 0 ? 'All officers' : `Only ${asked.join(', ')}`,
    split && 'Can be split into parts',
    min_required !== null && `At least ${min_required}`,
  ])
}

const signupSummary = (values: EditorValues, usual?: UsualOf): string => {
  const { kind, signup_mode, signup_opens, signup_closes } = values
  return joined([
    usual && isUsual(usual(kind), values) ? sourceWords(usual(kind), values) : modeWords[signup_mode],
    signup_opens.date ? `Opens ${clockWords(signup_opens)}` : signup_mode !== 'award' && 'Opens when published',
    signup_closes.date ? `Closes ${clockWords(signup_closes)}` : signup_mode !== 'award' && 'Closes at start',
    signup_mode === 'award' && !signup_opens.date && !signup_closes.date && 'Opens and closes per the rule',
  ])
}

const repeatWords = ({ every, unit, count, until }: EditorValues): string => {
  const step = every === 1 || every === null ? unit.replace(/s$/, '') : `${every} ${unit}`
  const end = until ? ` until ${dateWords(until)}` : count ? `, ${count} times` : ''
  return `Every ${step}${end}`
}
const timesSummary = (values: EditorValues): string =>
  joined([
    values.repeats ? repeatWords(values) : "Doesn't repeat",
    !values.repeats && values.ends.date !== '' && `Ends ${dateWords(values.ends.date)}`,
    zoneLabel(values.time_zone),
  ])

const positionSummary = ({ location_lat, location_lng, location_radius_m }: EditorValues): string =>
  location_lat === null || location_lng === null
    ? 'Check-in anywhere'
    : `Check-in within ${location_radius_m === null ? 'the default distance' : radiusWords(location_radius_m)}`

const paySummary = ({ pay_code, min_pay_minutes, client }: EditorValues): string =>
  joined([
    pay_code && `Pay code ${pay_code}`,
    min_pay_minutes ? `${durationWords(min_pay_minutes)} minimum pay` : null,
    client,
  ]) || 'None'

const notesSummary = (values: EditorValues): string =>
  joined([
    values.description.split('\n')[0] ?? '',
    ...listedNotes.map((name) => (name !== 'pay_code' && values[name] ? `${noteWords[name]} ${values[name]}` : null)),
  ]) || 'None'

const publishingSummary = ({ publish_at }: EditorValues): string =>
  publish_at.date ? clockWords(publish_at) : 'Right away, when you publish'

const summaries: Readonly<Record<GroupName, (values: EditorValues, usual?: UsualOf) => string>> = {
  posts: postsSummary,
  signup: signupSummary,
  times: timesSummary,
  position: positionSummary,
  pay: paySummary,
  notes: notesSummary,
  publishing: publishingSummary,
}
/** What is set in a group, in one line; with `usual`, where the way the shift is given out came from. */
export const summaryOf = (group: GroupName, values: EditorValues, usual?: UsualOf): string =>
  summaries[group](values, usual)

/** `5 spots in 2 posts` */
export const allSpotWords = (values: EditorValues): string =>
  `${spotWords(spotsOf(values))} in ${values.posts.length} posts`

const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  kind: 'Type',
  'starts.date': 'Date',
  'starts.time': 'Start',
  'starts.which': 'Start',
  'ends.time': 'End',
  'ends.date': 'End date',
  'ends.which': 'End',
  time_zone: 'Time zone',
  location_lat: 'Latitude',
  location_lng: 'Longitude',
  location_radius_m: 'Check-in radius',
  posts: 'Posts',
  min_required: 'Minimum officers',
  signup_mode: 'How officers are chosen',
  award_rule: 'Award rule',
  signup_opens: 'Sign-up opens',
  signup_closes: 'Sign-up closes',
  min_pay_minutes: 'Minimum pay',
  description: 'Description',
  publish_at: 'Publish on',
  backdate_reason: 'Reason for posting after the start',
  every: 'Every',
  until: 'Until',
  count: 'Number of shifts',
  weekdays: 'Weekdays',
  ...noteWords,
}
const postFieldNames: Readonly<Record<string, string>> = {
  name: 'name',
  required_count: 'spots',
  starts: 'start',
  ends: 'end',
  split_minutes: 'parts',
  units: 'units',
  ranks: 'ranks',
  certifications: 'certifications',
  service_months: 'months of service',
}

/** What a field is called where the form names what is wrong. */
export const fieldName = (path: string, posts: number): string => {
  const [, at, inside = ''] = /^posts\.(\d+)\.?(\w*)/.exec(path) ?? []
  if (at === undefined) return fieldNames[path] ?? fieldNames[path.split('.')[0] ?? ''] ?? 'Another field'
  if (posts === 1) return inside === 'required_count' ? 'Spots' : `Post ${postFieldNames[inside] ?? ''}`.trim()
  return `Post ${Number(at) + 1} ${postFieldNames[inside] ?? ''}`.trim()
}

/** `5 spots left`, `3 of 8 confirmed, 5 spots left`: who is confirmed keeps the spot while the shift is edited. */
export const spotsLeft = (spots: number, confirmed: number): string => {
  const left = Math.max(0, spots - confirmed)
  const words = `${left} ${left === 1 ? 'spot' : 'spots'} left`
  return confirmed === 0 ? words : `${confirmed} of ${spots} confirmed, ${words}`
}
