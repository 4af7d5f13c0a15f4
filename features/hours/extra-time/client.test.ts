import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import { setTimeFormat } from '#platform/web/time.ts'
import { nextDayEnd, presetDay, readTimes, startValues, timesOf, wallOfClaim } from './client.ts'

const zone = 'America/Chicago'
const wall = (date: string, start_time: string, end_time: string) => ({
  date,
  start_time,
  end_time,
  start_which: null,
  end_which: null,
})
afterEach(() => setTimeFormat('24h'))

describe('times of the form', { meta: { shows: ['issue 3.4 claimed'] } }, () => {
  it('an end at or before the start is on the next day, and equal times are 24 hours', () => {
    expect(timesOf(wall('2026-11-20', '22:00', '06:30'), zone)).toEqual({
      starts_at: '2026-11-21T04:00:00.000Z',
      minutes: 510,
    })
    expect(timesOf(wall('2026-11-20', '08:00', '08:00'), zone)).toMatchObject({ minutes: 1440 })
  })
  it('asks about an end before the start only where that makes the claim longer than a night', () => {
    expect(nextDayEnd(wall('2026-11-20', '12:04', '11:30'), zone)).toEqual({
      minutes: 1406,
      ends_at: '2026-11-21T17:30:00.000Z',
    })
    expect(nextDayEnd(wall('2026-11-20', '08:00', '08:00'), zone)?.minutes).toBe(1440)
    expect(nextDayEnd(wall('2026-11-20', '22:00', '06:30'), zone)).toBeNull()
    expect(nextDayEnd(wall('2026-11-20', '16:00', '08:00'), zone)).toBeNull()
    // On the same day there is nothing to ask, however long.
    expect(nextDayEnd(wall('2026-11-20', '04:00', '22:00'), zone)).toBeNull()
  })
  it('asks which time where the clock goes back, reports a skipped time, and refuses a 25-hour day', () => {
    expect(timesOf(wall('2026-11-01', '01:30', '03:00'), zone)).toMatchObject({ field: 'start_time', twice: true })
    const second = { ...wall('2026-11-01', '01:30', '03:00'), start_which: 'later' as const }
    expect(timesOf(second, zone)).toEqual({ starts_at: '2026-11-01T07:30:00.000Z', minutes: 90 })
    expect(timesOf(wall('2027-03-14', '01:00', '02:30'), zone)).toMatchObject({
      field: 'end_time',
      twice: false,
      message: "This time doesn't exist: clocks jump ahead to 03:30.",
    })
    expect(timesOf(wall('2026-10-31', '12:00', '12:00'), zone)).toMatchObject({ message: 'At most 24 hours.' })
  })
  it('presets the day so that the time is over: of a night typed after midnight, yesterday', () => {
    const now = Date.parse('2026-11-21T08:00:00Z')
    const today = '2026-11-21'
    const dayOf = (from: string, to: string) => presetDay(wall(today, from, to), today, zone, now)
    expect(dayOf('23:30', '01:30')).toBe('2026-11-20')
    expect(dayOf('16:00', '18:00')).toBe('2026-11-20')
    expect(dayOf('00:30', '01:30')).toBe(today)
    expect(dayOf('00:30', '02:00')).toBe(today)
  })
  it('marks the day of a night that is not over, and otherwise the end', () => {
    const now = Date.parse('2026-11-21T08:00:00Z')
    const fieldOf = (date: string, from: string, to: string) => {
      try {
        readTimes(wall(date, from, to), zone, now)
        return null
      } catch (error) {
        return error instanceof ApiError ? error.fields.map(({ field }) => field) : error
      }
    }
    expect(fieldOf('2026-11-21', '23:30', '01:30')).toEqual(['date'])
    expect(fieldOf('2026-11-21', '01:30', '03:00')).toEqual(['end_time'])
    expect(fieldOf('2026-11-20', '23:30', '01:30')).toBeNull()
  })
  it('opens a claim with its times, in any department format', () => {
    setTimeFormat('12h')
    const range = { starts_at: '2026-11-21T04:00:00Z', ends_at: '2026-11-21T12:30:00Z' }
    expect(wallOfClaim(range, zone)).toEqual(wall('2026-11-20', '22:00', '06:30'))
  })
  it('starts at the check-out of a worked shift, or at the shift’s end if the system closed it', () => {
    const shift = {
      signup_id: 's',
      title: 'Gate',
      ends_at: '2026-11-20T22:00:00Z',
      checked_out_at: '2026-11-20T22:04:40Z',
    }
    const from = (closed_by_system: boolean) => startValues({ shift: { ...shift, closed_by_system }, now: 0 }, zone)
    expect(from(false)).toMatchObject({ kind: 'holdover', date: '2026-11-20', start_time: '16:04', end_time: '' })
    expect(from(true)).toMatchObject({ start_time: '16:00' })
  })
})
