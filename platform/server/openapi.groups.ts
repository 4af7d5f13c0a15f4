type Json = Record<string, unknown>
type Schemas = Record<string, Json>

const inFile = [
  'title',
  'kind',
  'client',
  'location_name',
  'location_address',
  'pay_code',
  'radio_channel',
  'time_zone',
]
/** Fields that several objects of the contract have in common, by the name that their group has in the description. */
const groups: Readonly<Record<string, readonly string[]>> = {
  ShiftForm: [
    ...[...inFile, 'description', 'location_lat', 'location_lng', 'location_radius_m', 'min_pay_minutes'],
    ...['min_required', 'award_rule_id', 'posts', 'starts', 'ends', 'signup_opens', 'signup_closes', 'signup_mode'],
  ],
  ShiftFacts: [
    ...['id', ...inFile, 'status', 'publish_at', 'signup_opens_at', 'signup_closes_at', 'signup_mode'],
    ...['starts_at', 'ends_at'],
  ],
  ShiftCounts: [
    ...['confirmed_count', 'pending_count', 'required_count', 'waiting_count', 'min_required', 'calloff_count'],
    ...[
      'clock_change_minutes',
      'clock_note',
      'minutes',
      'organization_id',
      'phase',
      'series_id',
      'unfilled',
      'version',
    ],
  ],
  OpeningFields: [
    ...['award_rule_id', 'days_ahead', 'end_time', 'kind', 'latest_minutes', 'least', 'name', 'platoon_id'],
    ...['requirements', 'signup_mode', 'start_time', 'starts_on', 'title', 'weekdays'],
  ],
  AwardFacts: [
    ...['id', 'at', 'commitment', 'decided_by_name', 'inputs_hash', 'places', 'post_id', 'post_name', 'purpose'],
    ...['reason', 'rule', 'rule_name', 'rule_version', 'seed', 'time_zone', 'won'],
  ],
  Recorded: [
    ...['id', 'at', 'action', 'actor', 'assignment_id', 'assignment_title', 'change', 'officer_name', 'thing_id'],
    ...['thing_name', 'thing_type', 'sealed'],
  ],
  TimesAsked: [
    ...['asked_in_at', 'asked_out_at', 'checked_in_at', 'checked_out_at', 'original_in_at', 'original_out_at'],
    ...['note', 'reason', 'worked_minutes'],
  ],
  OrderFacts: [
    ...['id', 'call_id', 'cancel_reason', 'count_before', 'ordered_at', 'position', 'post_name', 'seen_at', 'state'],
    'time_zone',
  ],
  RosterFacts: [
    ...['applied_at', 'calloff_reason', 'calloff_requested_at', 'hired_on', 'may', 'officer_id', 'overlaps', 'own'],
    'status',
  ],
  LeaveDays: ['kind', 'first_day', 'start_time', 'end_time', 'whole_days', 'note'],
  SiteFacts: ['asks_position', 'client', 'location_address', 'location_name', 'post', 'radius_m'],
  ShiftSpan: ['assignment_id', 'title', 'starts_at', 'ends_at'],
  OfficerName: ['officer_id', 'name', 'badge_number'],
  Span: ['starts_at', 'ends_at'],
  Creation: ['id', 'created_at'],
}
/** What a reference to a group costs, in characters. */
const cost = 70

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (schema: Json) =>
  schema.type === 'object' && isObject(schema.properties) && schema.additionalProperties === undefined
const fieldsOf = (schema: Json): Map<string, string> => {
  const required = new Set((schema.required ?? []) as string[])
  const properties = schema.properties as Json
  return new Map(Object.entries(properties).map(([name, one]) => [name, `${required.has(name)}${JSON.stringify(one)}`]))
}
const pick = (schema: Json, names: readonly string[]): Json => {
  const properties = schema.properties as Json
  const required = ((schema.required ?? []) as string[]).filter((one) => names.includes(one)).toSorted()
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((one) => [one, properties[one]])),
    ...(required.length > 0 ? { required } : {}),
  }
}
/** Every plain object in a schema, at any depth. */
const objectsIn = (value: unknown): Json[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (!isObject(value)) return []
  return [...(isPlain(value) ? [value] : []), ...Object.values(value).flatMap(objectsIn)]
}

/** The groups that several objects have, each with the form that most of them give its fields. */
const groupsIn = (schemas: Schemas): Schemas => {
  const objects = objectsIn(Object.values(schemas))
  const found: Schemas = {}
  for (const [name, fields] of Object.entries(groups)) {
    const forms = objects
      .filter((schema) => fields.every((one) => one in (schema.properties as Json)))
      .map((schema) => pick(schema, fields))
    const [most = []] = [...Map.groupBy(forms, (form) => JSON.stringify(form)).values()].toSorted(
      (a, b) => b.length - a.length,
    )
    if (most[0] && most.length > 1) found[name] = most[0]
  }
  return found
}

const least = 4
/** An object with all the fields of a group or of another named object, and more, extends it. */
export const shareFields = (schemas: Schemas): Schemas => {
  const shared = groupsIn(schemas)
  const taken = Object.keys(shared).find((name) => name in schemas)
  if (taken) throw new Error(`The group ${taken} has the name of a schema: choose another.`)
  const bases = [...Object.entries(shared), ...Object.entries(schemas).filter(([, schema]) => isPlain(schema))]
    .map(([name, schema]) => [name, fieldsOf(schema)] as const)
    .filter(([name, fields]) => fields.size >= least || name in shared)
    .toSorted(([, a], [, b]) => b.size - a.size)
  const extended = (schema: Json, self: string): Json => {
    const inner = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, walk(one, key === '$ref')]))
    if (!isPlain(schema)) return inner
    const rest = fieldsOf(schema)
    const whole = rest.size
    const from: string[] = []
    for (const [base, fields] of bases) {
      const fits = fields.size < whole && [...fields].every(([one, text]) => rest.get(one) === text)
      const saved = [...fields].reduce((sum, [one, text]) => sum + 2 * one.length + text.length, 0)
      if (base === self || !fits || saved < cost) continue
      from.push(base)
      for (const one of fields.keys()) rest.delete(one)
    }
    if (from.length === 0) return inner
    const own = rest.size > 0 ? [pick(inner, [...rest.keys()])] : []
    return { allOf: [...from.map((one) => ({ $ref: `#/components/schemas/${one}` })), ...own] }
  }
  const walk = (value: unknown, isText = false): unknown => {
    if (isText) return value
    if (Array.isArray(value)) return value.map((one) => walk(one))
    return isObject(value) ? extended(value, '') : value
  }
  return Object.fromEntries(
    Object.entries({ ...shared, ...schemas }).map(([name, schema]) => [name, extended(schema, name)]),
  )
}
