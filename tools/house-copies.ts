import ts from 'typescript'
import * as statuses from '#platform/shared/statuses.ts'
import type { SourceFile } from '#tools/house-rules.ts'

const isStore = /^features\/.*\/store(\.[a-z0-9-]+)?\.ts$/
const isProduct = /^(features|platform|apps)\/.+\.tsx?$/
const isSupport = /\.test\.tsx?$|\/testing[.a-z-]*\.tsx?$/

const keyOf = (words: readonly string[]): string => words.toSorted().join(', ')
const known = new Map(Object.entries(statuses).map(([name, words]) => [keyOf(words), name]))
const literalList = /\b(?:status|state) (?:not )?in \((\s*'[a-z_]+'(?:,\s*'[a-z_]+')+\s*)\)/g
const wordIn = /'([a-z_]+)'/g

/** Conditions that stores take from their one author: the copied text, and its name. */
const authors: readonly (readonly [RegExp, string])[] = [
  [/\borganization_id = \(select app\.organization_id\(\)\)/, 'ours() of platform/server/tenant.ts'],
  [
    /\brejected_at is null\b(?=[\s\S]{0,120}\bleft_on >)/,
    'onRoster or activeOfficer of platform/server/active-officer.ts',
  ],
  [
    /\bleft_on >(?=[\s\S]{0,120}\brejected_at is null\b)/,
    'onRoster or activeOfficer of platform/server/active-officer.ts',
  ],
  [/\bpublish_at (is null or\b|> now\(\))/, 'isPublished, isPublic or isOut of platform/server/public-shift.ts'],
  [
    /\(select (\w+\.)?time_zone from organizations\b(?=[\s\S]{0,40}app\.organization_id\(\))/,
    'zone or dayBegins of platform/server/department-days.ts',
  ],
  [/interval '(30 minutes|12 hours)'(?=[\s\S]{0,40}\b(created_at|last_seen_at)\b)/, 'platform/server/session-ends.ts'],
]

/** What any product file takes from its one author: the copied text, the author's file, and its name there. */
const formulas: readonly (readonly [RegExp, string, string])[] = [
  [/\[\\\\%_\]/, 'platform/server/sql.ts', 'likeText'],
  [/\[&<>"'\]\/g/, 'platform/shared/text.ts', 'escaped'],
  [/=== 1 \? '' : 's'/, 'platform/shared/text.ts', 'counted'],
  [/\} h\$\{\w+ === 0 \? '' : /, 'platform/shared/time.ts', 'durationWords'],
  // Not within a list of widths.
  [/(?<!_000, )\b(60_000|3_600_000|86_400_000)\b/, 'platform/shared/time.ts', 'MINUTE, HOUR or DAY'],
  [/\.max\(3700\)/, 'platform/shared/shapes.ts', 'IdList'],
  [/== 'confirmed' (&&|\|\|) [\w.]+ [!=]== 'calloff_requested'/, 'platform/shared/statuses.ts', 'aheadStatuses'],
  [/\.slice\(0, -1\)\.join\(', '\)|\.join\(', '\)\} (and|or) \$\{last\}/, 'platform/shared/text.ts', 'joined'],
  [/\bcode !== 'full'/, 'features/shifts/eligibility/rules.main.ts', 'besidesFull'],
  [/coalesce\((\w+\.)?signup_closes_at, (\w+\.)?starts_at\)/, 'features/shifts/assignments/store.phase.ts', 'awardAt'],
  [/(?<!enum\()\['first_come', 'approval'\]/, 'features/shifts/award-rules/rules.ts', 'isAwarded'],
  [/\bmethod !== 'lottery'/, 'features/shifts/awards/rules.order.ts', 'ranksAhead'],
  [/'reverse_seniority',\s*'weighted'/, 'features/shifts/award-rules/rules.methods.ts', 'awardMethods'],
]

/** Where the lists have their names. */
const own = 'platform/shared/statuses.ts'

/** Copies of a list of statuses that has a name and of formulas; in stores also of conditions, and lists that two of them write out. */
export function copies(files: readonly SourceFile[]): string[] {
  const seen = new Map<string, string>()
  const found: string[] = []
  for (const { path, text } of files.filter((file) => isProduct.test(file.path) && !isSupport.test(file.path))) {
    const tell = (what: string) => found.push(`${path}: ${what}`)
    if (path !== own) for (const name of arraysOf(path, text)) tell(`write ${name} of platform/shared/statuses.ts`)
    for (const [copy, author, name] of formulas)
      if (path !== author && copy.test(text)) tell(`write ${name} of ${author}`)
    if (!isStore.test(path)) continue
    for (const piece of templatesOf(path, text)) {
      for (const [copy, author] of authors) if (copy.test(piece)) tell(`write ${author}`)
      for (const [, inner = ''] of piece.matchAll(literalList)) {
        const key = keyOf([...inner.matchAll(wordIn)].map(([, word = '']) => word))
        const name = known.get(key)
        const other = seen.get(key)
        if (name) tell(`write ${name} of platform/shared/statuses.ts`)
        else if (other !== undefined && other !== path) tell(`${key} is written out in ${other} too: give it a name`)
        seen.set(key, path)
      }
    }
  }
  return found
}

function walk(path: string, text: string, look: (node: ts.Node) => void) {
  const visit = (node: ts.Node): void => {
    look(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
}

/** The named lists that a file writes out as arrays. */
function arraysOf(path: string, text: string): string[] {
  if (![...known.keys()].some((key) => key.split(', ').every((word) => text.includes(`'${word}'`)))) return []
  const found: string[] = []
  walk(path, text, (node) => {
    if (!ts.isArrayLiteralExpression(node)) return
    const name = known.get(keyOf(node.elements.map((one) => (ts.isStringLiteral(one) ? one.text : ''))))
    if (name) found.push(name)
  })
  return found
}

/** The text of each template in a file, its values left out. */
function templatesOf(path: string, text: string): string[] {
  const found: string[] = []
  walk(path, text, (node) => {
    if (ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text)
    if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '))
  })
  return found
}
