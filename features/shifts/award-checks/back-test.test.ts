import { expect, it } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { backTest, giniOf, type PastOfficer, type PastPost, sinceOf } from './rules.back-test.ts'

const HOUR = 3_600_000
const begin = Date.UTC(2026, 0, 1)
const officerAt = (n: number): PastOfficer => ({
  officer_id: `officer-${String(n).padStart(3, '0')}`,
  hired_on: `20${String(10 + (n % 15)).padStart(2, '0')}-01-01`,
  badge_number: `${n}`,
  unit: null,
  rank: null,
  joined_at: begin - HOUR,
})
const none = () => ({ numbers: {} })
const rule: AwardRule = { ...plainRule, method: 'least_hours', ties: ['badge', 'draw'] }

it('shows who gains and loses, and the spread before and after', { meta: { shows: ['issue 5.3 back-test'] } }, () => {
  const officers = [officerAt(1), officerAt(2)]
  const posts = Array.from({ length: 4 }, (_, i): PastPost => {
    const at = begin + i * 24 * HOUR
    const applicants = officers.map(({ officer_id }) => ({
      officer_id,
      applied_at: '2026-01-01T00:00:00Z',
      unit_match: false,
    }))
    return { id: `${i}`, at, starts_at: at + HOUR, ends_at: at + 5 * HOUR, applicants, held: ['officer-001'] }
  })
  expect(backTest(rule, { posts, officers, rows: [], zone: 'UTC' }, none)).toEqual({
    posts: 4,
    places: 4,
    changed: 2,
    officers: [
      { officer_id: 'officer-002', was: 0, would: 480 },
      { officer_id: 'officer-001', was: 960, would: 480 },
    ],
    was: { most: 960, least: 0, gini: 0.5 },
    would: { most: 480, least: 480, gini: 0 },
  })
  // Recorded hours count too: an officer who already has many gets none of these.
  const rows = [{ officer_id: 'officer-002', at: begin - HOUR, kind: 'accepted' as const, minutes: 6000 }]
  expect(backTest(rule, { posts, officers, rows, zone: 'UTC' }, none).changed).toBe(0)
})

it('gives nobody two posts at the same time', { meta: { shows: ['issue 5.3 back-test'] } }, () => {
  const officers = [officerAt(1), officerAt(2)]
  const seniority: AwardRule = { ...rule, method: 'seniority' }
  const posts = ['a', 'b'].map((id): PastPost => {
    const applicants = officers.map(({ officer_id }) => ({
      officer_id,
      applied_at: '2026-01-01T00:00:00Z',
      unit_match: false,
    }))
    return { id, at: begin, starts_at: begin + HOUR, ends_at: begin + 2 * HOUR, applicants, held: ['officer-001'] }
  })
  expect(
    backTest(seniority, { posts, officers, rows: [], zone: 'UTC' }, none).officers.map((one) => one.would),
  ).toEqual([60, 60])
})

it('Gini is 0 when all are equal and near 1 when one officer has everything', {
  meta: { shows: ['issue 5.3 back-test'] },
}, () => {
  expect(giniOf([5, 5, 5])).toBeCloseTo(0)
  expect(giniOf([0, 0, 0, 12])).toBeCloseTo(0.75)
  expect(giniOf([])).toBe(0)
})

it('re-awards every spot of 10,000 awards', { meta: { shows: ['issue 5.3 back-test'] } }, () => {
  const officers = Array.from({ length: 300 }, (_, n) => ({ ...officerAt(n), joined_at: begin + (n % 7) * 24 * HOUR }))
  const posts = Array.from({ length: 10_000 }, (_, i): PastPost => {
    const at = begin + i * HOUR
    const applicants = Array.from({ length: 20 }, (_x, k) => ({
      officer_id: `officer-${String((i * 7 + k * 13) % 300).padStart(3, '0')}`,
      applied_at: '2026-01-01T00:00:00Z',
      unit_match: false,
    }))
    return {
      id: `${i}`,
      at,
      starts_at: at,
      ends_at: at + 8 * HOUR,
      applicants,
      held: [applicants[0]?.officer_id ?? ''],
    }
  })
  const found = backTest({ ...rule, newcomers: 'average' }, { posts, officers, rows: [], zone: 'UTC' }, none)
  expect(found.places).toBe(10_000)
  const minutes = found.officers.reduce((sum, one) => sum + one.would, 0)
  expect(minutes).toBe(10_000 * 8 * 60)
})

it('a fiscal year begins at its first minute in the department’s time zone, also across clock changes', {
  meta: { shows: ['issue 5.3 back-test'] },
}, () => {
  const yearly: AwardRule = { ...rule, fiscal_month: 7, counts: { ...rule.counts, window_days: 'fiscal_year' } }
  const since = (at: string, zone: string, of = yearly) => new Date(sinceOf(of, Date.parse(at), zone)).toISOString()
  // 22:00 on June 30 in Chicago is already July in UTC.
  expect(since('2026-07-01T03:00:00Z', 'America/Chicago')).toBe('2025-07-01T05:00:00.000Z')
  expect(since('2026-07-01T05:00:00Z', 'America/Chicago')).toBe('2026-07-01T05:00:00.000Z')
  expect(since('2026-12-31T20:00:00Z', 'Asia/Kathmandu', { ...yearly, fiscal_month: 1 })).toBe(
    '2026-12-31T18:15:00.000Z',
  )
  expect(since('2026-02-01T00:00:00Z', 'America/Chicago', { ...yearly, fiscal_month: 1 })).toBe(
    '2026-01-01T06:00:00.000Z',
  )
})

it('imported counts apply as often as they state, and an hours correction is not another shift', {
  meta: { shows: ['issue 5.3 back-test'] },
}, () => {
  const officers = [officerAt(1), officerAt(2)]
  const at = begin + HOUR
  const applicants = officers.map(({ officer_id }) => ({
    officer_id,
    applied_at: '2026-01-01T00:00:00Z',
    unit_match: false,
  }))
  const post: PastPost = {
    id: '0',
    at,
    starts_at: at + HOUR,
    ends_at: at + 2 * HOUR,
    applicants,
    held: ['officer-001'],
  }
  const turns: AwardRule = { ...rule, method: 'pick_list', turn: ['ordered'], ties: ['badge'] }
  const row = (n: number, minutes: number, times?: number) => ({
    ...{ officer_id: `officer-00${n}`, at: begin - HOUR, kind: 'ordered' as const, minutes },
    ...(times === undefined ? {} : { times }),
  })
  const wouldOf = (rows: ReturnType<typeof row>[]) =>
    backTest(turns, { posts: [post], officers, rows, zone: 'UTC' }, none).officers.find((one) => one.would > 0)
      ?.officer_id
  expect(wouldOf([row(1, 0, 3), row(2, 480), row(2, 480)])).toBe('officer-002')
  expect(wouldOf([row(1, 480), row(1, 30, 0), row(2, 480), row(2, 480)])).toBe('officer-001')
})
