import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DateOrder } from './rules.dates.ts'
import { guessMapping, type Mapping, refuseMapping } from './rules.mapping.ts'
import { type ExistingOfficer, planImport, refuseImport } from './rules.ts'

const headers = ['officer', 'eff_date', 'union_code', 'job_title', 'hrly_rate', 'task_profile_descr']
const sample = [
  ['OFF-00735', '7/6/2019', 'BPP', 'Police Officer', '45.513875', 'District 13'],
  ['OFF-00145', '7/6/2019', 'PSO', 'Police Offc/Auto Invest 4$10', '46.053305', 'District 13'],
]
const cityMapping: Mapping = ['badge_number', null, null, 'rank', 'hourly_rate', 'unit']

/** The roster as stored after applying the plan. */
function carriedOut(existing: readonly ExistingOfficer[], plan: ReturnType<typeof planImport>): ExistingOfficer[] {
  const made = plan.rows.flatMap((r): ExistingOfficer[] =>
    r.verdict === 'create'
      ? [{ ...r.values, id: `${existing.length}-${r.row}`, standing: 'approved', has_account: false }]
      : [],
  )
  const updated = existing.map((officer) => {
    const verdict = plan.rows.find((r) => r.verdict === 'update' && r.officer_id === officer.id)
    if (verdict?.verdict !== 'update') return officer
    const to = Object.entries(verdict.changes).map(([field, change]) => [field, change.to])
    return { ...officer, ...Object.fromEntries(to) }
  })
  return [...updated, ...made]
}

describe('guessing columns', () => {
  it('maps the city’s roster: no names, and the pay line’s date is not the hire date', () => {
    expect(guessMapping(headers, sample)).toEqual(cityMapping)
  })
  it.each<[string[], Mapping]>([
    [
      ['Badge #', 'Name', 'Email', 'Rank', 'Division', 'Hire Date', 'Cell Phone', 'Hourly Rate', 'Role'],
      ['badge_number', 'name', 'email', 'rank', 'unit', 'hired_on', 'phone', 'hourly_rate', null],
    ],
    [
      ['Last Name', 'First Name', 'Star No.', 'Union Code'],
      ['last_name', 'first_name', 'badge_number', null],
    ],
    [
      ['employeeId', 'Employee', 'Title', 'approved', 'organization_id'],
      ['badge_number', 'name', 'rank', null, null],
    ],
    [
      ['', '', ''],
      [null, null, null],
    ],
  ])('%j', (row, wanted) => {
    expect(guessMapping(row, [['A', 'B', 'C']])).toEqual(wanted)
  })
  it('an unnamed column of addresses is the email', () => {
    expect(
      guessMapping(
        ['Badge', 'contact'],
        [
          ['1', 'a@b.org'],
          ['2', 'c@d.org'],
        ],
      ),
    ).toEqual(['badge_number', 'email'])
  })
  it('refuses mappings without an identity or with a field used twice', () => {
    expect(refuseMapping(['name', 'rank'])).toBe('no_identity')
    expect(refuseMapping(['badge_number', 'badge_number'])).toBe('field_twice')
  })
})

describe('planning an import', () => {
  const roster = (...rows: string[][]) => planImport(rows, ['badge_number', 'name', 'email', 'hired_on'], [])
  const verdicts = (plan: ReturnType<typeof planImport>) => plan.rows.map((r) => r.verdict)

  it('names both rows of a duplicate badge or address, in any spelling', () => {
    const plan = roster(['a1', 'Ann', 'Ann@x.org', ''], ['A1 ', 'Bob', 'bob@x.org', ''], ['3', 'Cy', 'ANN@X.ORG', ''])
    expect(plan.rows.slice(1)).toEqual([
      { row: 3, verdict: 'error', errors: [{ field: 'badge_number', message: 'duplicate', other_row: 2 }] },
      { row: 4, verdict: 'error', errors: [{ field: 'email', message: 'duplicate', other_row: 2 }] },
    ])
    expect(refuseImport(plan)).toBe('import_errors')
  })

  it.each(['=HYPERLINK("x")', '@SUM(A1)', '\t=1', '＝1', '\r\n=1', '+1', '-2', ' =1'])('%j is not a name', (name) => {
    expect(roster(['1', name, '', '']).rows[0]).toEqual({
      row: 2,
      verdict: 'error',
      errors: [{ field: 'name', message: 'looks_like_formula' }],
    })
  })

  it('an ambiguous date is an error until another row settles the order', () => {
    expect(roster(['1', 'A', '', '3/4/2019']).rows[0]).toMatchObject({ errors: [{ message: 'ambiguous_date' }] })
    const settled = roster(['1', 'A', '', '3/4/2019'], ['2', 'B', '', '3/14/2019'])
    expect(settled.rows[0]).toMatchObject({ values: { hired_on: '2019-03-04' } })
    const other = roster(['1', 'A', '', '3/4/2019'], ['2', 'B', '', '14/3/2019'])
    expect(other.rows[0]).toMatchObject({ values: { hired_on: '2019-04-03' } })
    const both = roster(['1', 'A', '', '3/4/2019'], ['2', 'B', '', '14/3/2019'], ['3', 'C', '', '3/14/2019'])
    expect(verdicts(both)).toEqual(['error', 'create', 'create'])
  })

  it('skips a totals row only at the end', () => {
    expect(verdicts(roster(['1', 'A', '', ''], ['Total', '', '', '1'], ['', '', '', '']))).toEqual([
      'create',
      'skipped_total',
      'skipped_blank',
    ])
    expect(verdicts(roster(['', '', '', '12'], ['1', 'A', '', '']))).toEqual(['error', 'create'])
    expect(verdicts(roster(['1', 'Total Recall', '', '']))).toEqual(['create'])
  })

  it('keeps an account’s address, leaves former officers as they are, and never mixes two officers', () => {
    const base = { rank: null, unit: null, hired_on: null, phone: null, hourly_rate: null }
    const existing: ExistingOfficer[] = [
      { ...base, id: 'a', badge_number: '1', name: 'A', email: 'a@x.org', standing: 'approved', has_account: true },
      { ...base, id: 'b', badge_number: '2', name: 'B', email: 'b@x.org', standing: 'left', has_account: false },
      { ...base, id: 'c', badge_number: '3', name: 'C', email: 'c@x.org', standing: 'approved', has_account: true },
    ]
    const plan = planImport(
      [
        ['1', 'A', 'new@x.org'],
        ['2', 'B', ''],
        ['', 'C', 'C@x.org'],
        ['1', '', 'b@x.org'],
      ],
      ['badge_number', 'name', 'email'],
      existing,
    )
    const messages = plan.rows.map((r) => (r.verdict === 'error' ? r.errors.map((e) => e.message) : r.verdict))
    expect(messages).toEqual([
      ['has_account'],
      ['officer_left'],
      'unchanged',
      ['duplicate', 'belongs_to_another', 'has_account'],
    ])
  })

  it('asks about dates the column doesn't settle, and reads them as answered', () => {
    const rows = [
      ['1', 'Ann', 'ann@x.org', '3/5/2021'],
      ['2', 'Bob', 'bob@x.org', '2019-03-14'],
    ]
    const plan = (dates?: DateOrder, more: string[][] = []) =>
      planImport([...rows, ...more], ['badge_number', 'name', 'email', 'hired_on'], [], undefined, 2, dates)
    const hired = ({ rows: [row] }: ReturnType<typeof plan>) =>
      row?.verdict === 'create' ? row.values.hired_on : row?.verdict
    expect([hired(plan()), hired(plan('month_first')), hired(plan('day_first'))]).toEqual([
      'error',
      '2021-03-05',
      '2021-05-03',
    ])
    expect([plan().ambiguous_date, plan('day_first').ambiguous_date]).toEqual(['3/5/2021', '3/5/2021'])
    // What the column proves counts, whatever was answered.
    const proven = plan('day_first', [['3', 'Cy', 'cy@x.org', '3/25/2021']])
    expect([hired(proven), proven.ambiguous_date]).toEqual(['2021-03-05', null])
  })

  it('two rows that match one officer by badge and by address are duplicates', () => {
    const house = carriedOut([], roster(['1', 'Ann', 'ann@x.org', '']))
    const plan = planImport(
      [
        ['1', ''],
        ['', 'ann@x.org'],
      ],
      ['badge_number', 'email'],
      house,
    )
    expect(plan.rows[1]).toMatchObject({ errors: [{ field: 'row', message: 'duplicate', other_row: 2 }] })
  })

  it('stops at 10,000 rows and at max_officers', () => {
    const rows = Array.from({ length: 10_001 }, (_, i) => [`${i}`])
    expect(planImport(rows, ['badge_number'], []).refused).toBe('too_many_rows')
    expect(planImport(rows.slice(1), ['badge_number'], []).refused).toBeNull()
    const house = { max_officers: 5, approved_count: 3 }
    expect(planImport(rows.slice(0, 2), ['badge_number'], [], house).refused).toBeNull()
    expect(planImport(rows.slice(0, 3), ['badge_number'], [], house).refused).toBe('officers_full')
  })
})

describe('properties', () => {
  const mapping: Mapping = ['badge_number', 'name', 'email', 'hired_on', 'hourly_rate', 'unit', 'phone']
  const or = (good: string[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.string({ maxLength: 9 }) })
  const row = fc.tuple(
    or(['1', '01', 'a7', ' A7 ', '3', '4', '5', '6', 'OFF-9', '']),
    or(['Ann  Lee', 'Ann Lee', 'Zoë', 'Zoe\u0308', '']),
    or(['x@y.org', 'X@Y.org ', 'b@c.org', '', '', '', '']),
    or(['2019-03-04', '3/4/2019', '14 Mar 2019', '', '']),
    or(['45.5', '$45.50', '46.053305', '1,000', '']),
    or(['District 1', 'Ｄ１', ' a\u00a0 b ', '']),
    or(['+1 555 123 4567', '(555) 123-4567', '']),
  )
  const file = fc.array(row, { maxLength: 6 })

  it('importing the same rows again changes nothing, whatever the roster was before', () => {
    let imported = 0
    fc.assert(
      fc.property(file, file, (before, rows) => {
        const house = carriedOut([], planImport(before, mapping, []))
        const first = planImport(rows, mapping, house)
        // Rows with errors block an import; the valid rows alone form a file that can be imported.
        const good = rows.filter((_, i) => first.rows[i]?.verdict !== 'error')
        const plan = planImport(good, mapping, house)
        if (plan.counts.error > 0) return
        imported += plan.counts.create + plan.counts.update
        const again = planImport(good, mapping, carriedOut(house, plan))
        expect([again.counts.create, again.counts.update, again.counts.error]).toEqual([0, 0, 0])
      }),
      { numRuns: 500 },
    )
    expect(imported).toBeGreaterThan(100)
  })
})
