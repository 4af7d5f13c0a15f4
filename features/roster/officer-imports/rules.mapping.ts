/** The fields a roster column can map to. Role, approval and organization are not importable. */
export const importFields = [
  'badge_number',
  'name',
  'first_name',
  'last_name',
  'email',
  'rank',
  'unit',
  'hired_on',
  'phone',
  'hourly_rate',
] as const
export type ImportField = (typeof importFields)[number]

/** One entry per column; null skips the column. */
export type Mapping = readonly (ImportField | null)[]

// Best first. Headers are compared in lowercase with single spaces between words.
const spellings: Readonly<Record<ImportField, readonly string[]>> = {
  badge_number:
    words(`badge number|badge|badge no|badge num|badge id|shield|shield number|shield no|star|star number|star no|
    employee number|employee id|employee no|emp id|emp no|emp|officer number|officer id|officer no|id number|serial number|
    serial|personnel number|number|no|nr|id|#`),
  name: words('name|full name|officer name|employee name|member name|display name|employee|member|officer'),
  first_name: words('first name|first|given name|fname|firstname|forename'),
  last_name: words('last name|last|surname|family name|lname|lastname'),
  email: words('email|e mail|email address|e mail address|mail|work email|official email'),
  rank: words('rank|title|job title|job title description|title description|position|position title|grade|job class'),
  unit: words(`unit|unit name|division|district|precinct|bureau|section|squad|team|station|department|dept|
    task profile description|task profile descr|assignment|unit assignment|assigned to`),
  hired_on: words(
    'hire date|hired on|date hired|hired|date of hire|hiredate|seniority date|appointment date|appointed|doh',
  ),
  phone: words('phone|phone number|mobile|mobile phone|mobile number|cell|cell phone|cell number|telephone|tel'),
  hourly_rate: words(
    'hourly rate|hrly rate|hourly pay rate|rate|pay rate|base rate|rate of pay|hourly wage|wage|hourly',
  ),
}

function words(list: string): string[] {
  return list.split('|').map((word) => word.trim())
}

/** `HRLY_RATE`, `hrlyRate` and ` Hrly. Rate ` are the same header. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFKC')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
    .replace(/\s?#$/, (mark, at) => (at === 0 ? mark : ''))

/**
 * The most likely field for each column, by its header and, if that is inconclusive, by up to 50 sample rows. Each field is
 * guessed at most once. Unknown columns and role columns stay null: the admin maps them by hand.
 */
export function guessMapping(headers: readonly string[], sampleRows: readonly (readonly string[])[]): Mapping {
  const sample = sampleRows.slice(0, 50)
  const offers = headers.flatMap((header, column) => {
    const values = sample.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '')
    return importFields.map((field) => ({ column, field, score: scoreOf(field, headerKey(header), values) }))
  })
  const mapping: (ImportField | null)[] = headers.map(() => null)
  for (const offer of offers.filter((o) => o.score > 0).toSorted((a, b) => b.score - a.score || a.column - b.column)) {
    if (mapping[offer.column] === null && !mapping.includes(offer.field)) mapping[offer.column] = offer.field
  }
  // If there is a full-name column, first and last name columns are ignored.
  return mapping.includes('name') ? mapping.map((f) => (f === 'first_name' || f === 'last_name' ? null : f)) : mapping
}

function scoreOf(field: ImportField, key: string, values: readonly string[]): number {
  const share = (test: RegExp) =>
    values.length === 0 ? 0 : values.filter((value) => test.test(value)).length / values.length
  const place = spellings[field].indexOf(key)
  // "officer" heads names in some files and numbers in others: the values decide.
  if (key === 'officer' || key === 'employee' || key === 'member') {
    const isNumber = share(/\d/) > 0.5
    return field === (isNumber ? 'badge_number' : 'name') ? 900 : 0
  }
  if (place >= 0) return 1000 - place
  if (field === 'email' && share(/^[^\s@]+@[^\s@]+\.[^\s@]+$/) > 0.8) return 100
  return 0
}

export type MappingProblem = 'no_identity' | 'field_twice' | 'name_and_halves'

/** Why a mapping cannot be used, or null: it needs a badge or email to identify rows, and each field comes from one column. */
export function refuseMapping(mapping: Mapping): MappingProblem | null {
  const used = mapping.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'field_twice'
  if (used.includes('name') && (used.includes('first_name') || used.includes('last_name'))) return 'name_and_halves'
  return used.includes('badge_number') || used.includes('email') ? null : 'no_identity'
}

const isImportField = (text: string): text is ImportField => importFields.some((field) => field === text)

/** `badge_number,,,rank` for four columns; null for an unknown field or a wrong number of columns. */
export function mappingOfText(text: string, columns: number): Mapping | null {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== columns || parts.some((part) => part !== '' && !isImportField(part))) return null
  return parts.map((part) => (isImportField(part) ? part : null))
}

export const textOfMapping = (mapping: Mapping): string => mapping.map((field) => field ?? '').join(',')
