import { describe, expect, it } from 'vitest'
import { onLeave } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString()
const job = { starts_at: at(10), ends_at: at(18) }

describe('[issue 5.2 leave] a reason with its end', () => {
  it('half-open on both sides', () => {
    expect(onLeave([{ starts_at: at(2), ends_at: at(10) }], job)).toBeNull()
    expect(onLeave([{ starts_at: at(18), ends_at: at(30) }], job)).toBeNull()
    expect(onLeave([{ starts_at: at(17), ends_at: at(30) }], job)).toEqual({ code: 'on_leave', possible_from: at(30) })
  })
  it('leave that follows without a gap belongs to it; until further notice has no end', () => {
    const first = { starts_at: at(2), ends_at: at(12) }
    expect(onLeave([{ starts_at: at(12), ends_at: at(40) }, first], job)?.possible_from).toBe(at(40))
    expect(onLeave([first, { starts_at: at(30), ends_at: at(40) }], job)?.possible_from).toBe(at(12))
    expect(onLeave([first, { starts_at: at(12), ends_at: null }], job)).toEqual({
      code: 'on_leave',
      possible_from: null,
    })
  })
})
