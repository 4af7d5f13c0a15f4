import { expect, test } from 'vitest'
import { feetOf, feetUnit, metersOf, radiusFeet } from '#platform/shared/feet.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { hoursUnit, shownIn } from '#platform/web/forms/other-unit.tsx'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { editSettings } from '../contract.ts'
import { settingBounds } from '../rules.ts'
import { WorkFields } from './work-fields.tsx'

const Fields = () => (
  <WorkFields
    form={useContractForm(editSettings, {
      location_radius_m: 152,
      calloff_notice_minutes: 480,
      hours_edit_limit_days: 90,
      version: 1,
    })}
  />
)

test('shows the stored check-in radius in feet, and the call-off notice in hours', async () => {
  const html = await drawScreen(Fields, { session: sessionOf('admin'), address: '/admin/settings', lists: [] })
  expect(wordsOf(html)).toContain('Check-in radius, in feet')
  expect(html).toMatch(
    /<input[^>]*(name="calloff_notice_minutes"[^>]*value="8"|value="8"[^>]*name="calloff_notice_minutes")/,
  )
  expect(html).toMatch(/<input[^>]*(name="location_radius_m"[^>]*value="500"|value="500"[^>]*name="location_radius_m")/)
})

test('a radius typed in feet is stored in meters within the bounds, and reads as it was typed', () => {
  const [least, most] = settingBounds.location_radius_m
  for (let feet = radiusFeet.min; feet <= radiusFeet.max; feet += 10) {
    const meters = metersOf(feet)
    if (meters < least || meters > most || feetOf(meters) !== feet) throw new Error(`${feet} ft`)
  }
})

test('shows a number as typed while it means the stored value, and the stored value otherwise', () => {
  for (const feet of [4, 5, 50, 500, 333, 12.5]) expect(shownIn(feetUnit, metersOf(feet), feet)).toBe(feet)
  expect(shownIn(feetUnit, 100, 5)).toBe(330)
  expect(shownIn(feetUnit, 152, null)).toBe(500)
  expect(shownIn(feetUnit, null, 5)).toBe(null)
  expect(shownIn(feetUnit, Number.NaN, null)).toBe(null)
})

test('hours are stored in whole minutes, and every number of minutes comes back from the hours shown for it', () => {
  expect([0, 0.25, 7.5, 24].map(hoursUnit.held)).toEqual([0, 15, 450, 1440])
  const [least, most] = settingBounds.calloff_notice_minutes
  for (let minutes = least; minutes <= most; minutes++)
    if (hoursUnit.held(hoursUnit.shown(minutes)) !== minutes) throw new Error(`${minutes} minutes`)
})
