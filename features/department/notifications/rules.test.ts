import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isTold, refuseChoice } from './rules.choices.ts'
import { concerns, eventNames, eventOf } from './rules.ts'

const root = join(import.meta.dirname, '../../..')
const sources = () =>
  ['features', 'apps', 'platform']
    .flatMap((shelf) =>
      readdirSync(join(root, shelf), { recursive: true, encoding: 'utf8' }).map((name) => `${shelf}/${name}`),
    )
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

describe('one table lists which events notify whom by which channel', {
  meta: { shows: ['9 notification choices'] },
}, () => {
  it('a choice overrides the default, and a required notification overrides the choice', () => {
    expect(isTold('signup_approved', 'mail', {})).toBe(true)
    expect(isTold('signup_approved', 'mail', { signup_approved: { mail: false } })).toBe(false)
    expect(isTold('assignment_posted', 'mail', {})).toBe(false)
    expect(isTold('assignment_posted', 'mail', { assignment_posted: { mail: true } })).toBe(true)
    expect(isTold('signup_assigned', 'app', { signup_assigned: { app: false } })).toBe(true)
    expect(isTold('password_link', 'mail', { password_link: { mail: false } })).toBe(true)
    expect(isTold('password_link', 'app', { password_link: { app: true } })).toBe(false)
  })
  it('being ordered in, removed, changed or canceled, and every security email, cannot be turned off', () => {
    for (const name of [
      'signup_assigned',
      'ordered_in',
      'signup_released',
      'assignment_changed',
      'assignment_cancelled',
    ] as const)
      expect(refuseChoice(name, 'app'), name).toBe('not_optional')
    for (const name of ['password_link', 'password_changed', 'registration_link', 'invitation_link'] as const) {
      expect(refuseChoice(name, 'mail'), name).toBe('not_optional')
      expect(eventOf(name).quiet, name).toBe('passes')
    }
    expect(refuseChoice('signup_approved', 'mail')).toBeNull()
  })
  it('officers choose officer notifications, and admins choose every in-app notification', () => {
    const asked = (role: 'officer' | 'admin') => eventNames.filter((name) => concerns(name, role))
    expect(asked('officer')).toContain('attendance_closed')
    expect(asked('officer')).not.toContain('signup_waiting')
    expect(asked('admin')).toEqual(expect.arrayContaining(['signup_waiting', 'signup_approved']))
    expect(asked('admin')).not.toContain('password_link')
  })
  it('no feature queues an email without going through the table', () => {
    const past = sources().filter(
      ({ name, text }) => /\bqueueMails?\(/.test(text) && !name.startsWith('features/department/notifications/'),
    )
    expect(past.map(({ name }) => name)).toEqual(['platform/server/mailer.ts'])
  })
})
