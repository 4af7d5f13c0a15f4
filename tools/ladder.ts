import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProject, type SourceFile } from '#tools/house-rules.ts'

/**
 * The ladder of features/ according to its imports. `node tools/run.mjs tools/ladder.ts` prints the counts and regenerates
 * features/README.md; the house test fails if that page is stale or a count exceeds its bound.
 */

/** The areas, top first: an area uses those below it. The dependency-cruiser configuration uses the same order. */
export const areas = ['home', 'vendor', 'hours', 'shifts', 'roster', 'people', 'department'] as const
type Area = (typeof areas)[number]

const holds: Readonly<Record<Area, string>> = {
  home: 'pages composed of everything below: dashboards, onboarding, profiles, a shift, an officer',
  vendor: 'the vendor’s side: organizations, requests, users, billing, analytics, support access, erasure',
  hours: 'attendance and its review, extra time, reports, what waits for a decision',
  shifts: 'assignments, sign-ups, eligibility, award rules, awards, offers, swaps, escalation, order-ins, staffing',
  roster: 'officers, imports, certifications, leave, tours',
  people: 'accounts, links, sign-in, sessions, second factors, organizations',
  department: 'settings, branding, notifications, audit, exports, FAQ, feedback, weather, contact with the vendor',
}

/** Pairs of nouns that import each other, each with its reason. Any other pair fails the house test. */
export const excused: Readonly<Record<string, string>> = {
  'hours/attendance <> hours/pending-counts':
    'the count needs the rule for what waits; the review page shows the same count as the sidebar',
  'hours/extra-time <> hours/pending-counts':
    'the count needs the rule for expiry; the approval page shows the same count as the sidebar',
  'shifts/award-checks <> shifts/award-rules':
    'the page of a rule offers to back-test it; the back-test ranks by rules',
  'shifts/eligibility <> shifts/signups':
    'signing up asks for all reasons under its lock; the reasons are asked about a sign-up’s shape',
  'vendor/billing <> vendor/invoices': 'the account page lists invoices and payments; both belong to an account',
  'vendor/organizations <> vendor/requests':
    'a trial request becomes an organization; erasing one lets go of its merged requests',
}

export type Ladder = {
  nouns: readonly string[]
  /** `from > to`, with the number of imports. */
  edges: ReadonlyMap<string, number>
  upward: readonly string[]
  mutual: readonly string[]
  /** Groups of nouns that depend on each other, largest first; single nouns are left out. */
  knots: readonly (readonly string[])[]
}

const source = /^features\/([^/]+\/[^/]+)\/.+\.tsx?$/
const support = /\.test\.tsx?$|\/testing[.a-z-]*\.ts$/
const imported = /(?:from\s+|import\()'#features\/([^/']+\/[^/']+)\//g

/** Imports between nouns in product files; tests and test helpers are left out. */
export function ladderOf(files: readonly SourceFile[]): Ladder {
  const edges = new Map<string, number>()
  const nouns = new Set<string>()
  for (const { path, text } of files) {
    const from = source.exec(path)?.[1]
    if (!from || support.test(path)) continue
    nouns.add(from)
    for (const [, to = ''] of text.matchAll(imported))
      if (to !== from) edges.set(`${from} > ${to}`, (edges.get(`${from} > ${to}`) ?? 0) + 1)
  }
  const pairs = [...edges.keys()].map((edge) => edge.split(' > ') as [string, string])
  const floor = (noun: string) => areas.indexOf(noun.split('/')[0] as Area)
  return {
    nouns: [...nouns].sort(),
    edges,
    upward: pairs.filter(([from, to]) => floor(to) < floor(from)).map(([from, to]) => `${from} > ${to}`),
    mutual: pairs
      .filter(([from, to]) => from < to && edges.has(`${to} > ${from}`))
      .map(([from, to]) => `${from} <> ${to}`)
      .sort(),
    knots: knotsOf([...nouns], pairs),
  }
}

/** Strongly connected components: two nouns are in one knot if each reaches the other. */
function knotsOf(nouns: readonly string[], pairs: readonly (readonly [string, string])[]): string[][] {
  const next = Map.groupBy(pairs, ([from]) => from)
  const reach = new Map(
    nouns.map((noun) => {
      const seen = new Set<string>()
      const queue = [noun]
      for (let at = queue.pop(); at !== undefined; at = queue.pop())
        for (const [, to] of next.get(at) ?? [])
          if (!seen.has(to)) {
            seen.add(to)
            queue.push(to)
          }
      return [noun, seen]
    }),
  )
  const knots = new Map<string, string[]>()
  for (const noun of nouns) {
    const knot = nouns.filter((other) => reach.get(noun)?.has(other) && reach.get(other)?.has(noun)).sort()
    if (knot.length > 1) knots.set(knot.join(), knot)
  }
  return [...knots.values()].sort((a, b) => b.length - a.length)
}

const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0)

function floorLines(area: Area, { nouns, edges }: Ladder): string[] {
  const own = nouns.filter((noun) => noun.startsWith(`${area}/`)).map((noun) => noun.slice(area.length + 1))
  const below = areas
    .map((other) => {
      const count = sum(
        [...edges].filter(([edge]) => edge.startsWith(`${area}/`) && edge.includes(` > ${other}/`)).map(([, n]) => n),
      )
      return other !== area && count > 0 ? `${other} ${count}` : ''
    })
    .filter(Boolean)
  return [
    `## ${area}/`,
    '',
    `${holds[area]}.`,
    '',
    own.join(', ').replace(/(.{80,110}?) /g, '$1\n'),
    '',
    below.length > 0 ? `Imports from below: ${below.join(', ')}.` : 'Imports no other area.',
    '',
  ]
}

/** features/README.md: the areas from the top down, what each imports from those below, and the counts. */
export function ladderPage(ladder: Ladder): string {
  const local = sum(
    [...ladder.edges]
      .filter(([edge]) =>
        edge
          .split(' > ')
          .map((noun) => noun.split('/')[0])
          .every((area, _, [first]) => area === first),
      )
      .map(([, count]) => count),
  )
  return [
    '<!-- Made by: node tools/run.mjs tools/ladder.ts -->',
    '',
    '# The ladder',
    '',
    'Seven areas, top to bottom. An area may use the ones below it, never one above; dependency-cruiser holds',
    'that (`area-looks-down-only`). Each noun is a folder: its rules, contract, words, store, routes, screens, tests.',
    '',
    ...areas.flatMap((area) => floorLines(area, ladder)),
    '## Counts',
    '',
    `- ${ladder.nouns.length} nouns, ${ladder.edges.size} edges, ${sum(ladder.edges.values())} imports between nouns, ${local} of them inside an area`,
    `- imports that point upward: ${ladder.upward.length}`,
    `- largest knot of nouns that reach each other: ${ladder.knots[0]?.length ?? 0}`,
    `- pairs of nouns that import each other: ${ladder.mutual.length}, each accepted for its reason; another one fails the house test`,
    '',
    ...ladder.mutual.map((pair) => `  - ${pair}: ${excused[pair] ?? 'NO REASON'}`),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const page = join(root, 'features/README.md')
  writeFileSync(page, ladderPage(ladderOf(readProject(root))))
  process.stdout.write(readFileSync(page, 'utf8').replace(/^[\s\S]*## Counts\n/, ''))
}
