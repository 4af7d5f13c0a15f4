import { expect, test } from 'vitest'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import type { officerDashboard } from '../contract.ts'
import OwnTasks from './own-tasks.tsx'

type Data = OutputOf<typeof officerDashboard>
const draw = (data: Partial<Data>) =>
  drawScreen(() => <OwnTasks data={{ returned: 0, ...data } as Data} />, {
    session: sessionOf('officer'),
    address: '/officer/dashboard',
  })
const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)

test('shows a returned claim and an expiring certificate with one link each, below returned hours', async () => {
  const due = { type: 'First aid', expires_on: '2027-01-24', days_left: 23 }
  const html = await draw({ returned: 1, returned_claims: 2, certificates: [due] })
  expect(wordsOf(html)).toEqual([
    ...['A record was returned to you', 'Correct your times and resubmit them.', 'Correct times'],
    ...['2 extra time claims were returned to you', 'Read what the admin asked, then resubmit them.'],
    ...['Correct claims', 'First aid expires in 23 days', 'Add renewed certifications to your profile.'],
    'Certifications',
  ])
  expect(linksOf(html)).toEqual([
    ...['/officer/history', '/officer/history?tab=extra-time', '/officer/profile?tab=certifications'],
  ])
})

test('shows nothing if nothing is due, even from an answer stored by an earlier version', async () => {
  expect(wordsOf(await draw({ returned_claims: 0, certificates: [] }))).toEqual([])
  expect(wordsOf(await draw({}))).toEqual([])
})
