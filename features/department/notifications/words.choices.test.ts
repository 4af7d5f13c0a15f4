import { describe, expect, it } from 'vitest'
import { countsOf, countWords, onWords } from './words.choices.ts'

describe('says in words which channels are on', { meta: { shows: ['9 notification choices'] } }, () => {
  it('of one event', () => {
    expect(onWords(['signup_approved'], {}, [])).toBe('App, email and push')
    expect(onWords(['signup_approved'], {}, ['push'])).toBe('App and email')
    const none = { signup_approved: { app: false, mail: false, push: false } }
    expect(onWords(['signup_approved'], none, [])).toBe('Off')
    expect(onWords(['ordered_in'], { ordered_in: { text: false } }, ['call'])).toBe('App, email, push and text')
  })
  it('of a topic, with the channels that only some of its events use', () => {
    expect(onWords(['assignment_posted', 'officers_needed'], {}, [])).toBe('App and push · Email for some')
    const mail = { officers_needed: { mail: false, app: false, push: false } }
    expect(onWords(['assignment_posted', 'officers_needed'], mail, [])).toBe('App and push for some')
    // Texts are possible for only one of the two, and on for it.
    expect(onWords(['attendance_approved', 'volunteers_asked'], {}, [])).toBe(
      'App, text and call · Email and push for some',
    )
  })
  it('in numbers, of the events that can use the channel', () => {
    const counts = countsOf(['assignment_posted', 'officers_needed', 'volunteers_asked'], 'mail', {})
    expect(counts).toEqual({ able: 3, on: 2 })
    expect(countWords(counts)).toBe('On for 2 of 3 events')
    expect(countWords(countsOf(['assignment_posted', 'volunteers_asked'], 'text', {}))).toBe('On for 1 event')
    expect(countWords({ able: 4, on: 0 })).toBe('Off for 4 events')
  })
})
