import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#platform/shared/endpoint.ts'

const root = join(import.meta.dirname, '../..')

/** Files that make a call closed to support without checking for it themselves, because the parent has checked. */
const behind: Readonly<Record<string, string>> = {
  'features/shifts/award-rules/parts/adopt-dialog.tsx': 'opened by rules.tsx',
  'features/home/assignment-pages/parts/action-dialogs.tsx': 'opened by assignment-actions.tsx',
  'features/hours/attendance/parts/history-row.tsx': 'an officer’s own page',
  'features/roster/certifications/parts/certification-dialog.tsx': 'opened by certifications.tsx',
  'features/department/contact-requests/parts/request-dialog.tsx': 'opened by contact-vendor.tsx',
  'features/department/exports/parts/export-progress.tsx': 'not asked for by the vendor’s staff',
  'features/hours/extra-time/parts/bulk-decisions.tsx': 'shown by request-table.tsx',
  'features/hours/extra-time/parts/claim-dialog.tsx': 'an officer’s own page',
  'features/hours/extra-time/parts/own-claims.tsx': 'an officer’s own page',
  'features/roster/leaves/parts/leave-dialog.tsx': 'opened by leaves.tsx',
  'features/roster/officer-imports/parts/import-flow.tsx': 'shown by the screen and the step, which ask',
  'features/roster/officers/parts/add-officer.tsx': 'opened by officers.tsx and steps.tsx',
  'features/roster/officers/parts/invite-all.tsx': 'shown by steps.tsx',
  'features/roster/officers/parts/invite-dialog.tsx': 'opened by officer-actions.tsx',
  'features/shifts/order-ins/parts/alert-offer.tsx': 'an officer’s own page',
  'features/shifts/fill-plans/parts/take-lines.tsx': 'shown by plan-lines.tsx, by the plan of the department',
  'features/shifts/minimum-staffing/parts/minimum-dialog.tsx': 'opened by minimum-list.tsx and minimum-staffing.tsx',
  'features/shifts/offers/parts/offer-answer.tsx': 'an officer’s own page',
  'features/shifts/offers/parts/my-waitlists.tsx': 'an officer’s own page',
  'features/shifts/swaps/parts/ask-swap.tsx': 'an officer’s own page',
  'features/shifts/swaps/parts/my-swaps.tsx': 'an officer’s own page',
  'features/shifts/order-ins/parts/force-settings.tsx': 'opened by force-list.tsx',
  'features/shifts/order-ins/parts/my-order-ins.tsx': 'an officer’s own page',
  'features/home/calendar/parts/link-card.tsx': 'an officer’s own page',
  'features/home/profiles/parts/own-roster.tsx': 'an officer’s own page',
  'features/home/profiles/parts/address-card.tsx': 'an officer’s own page',
  'features/roster/tours/parts/exception-dialog.tsx': 'opened by officer-tours.tsx',
  'features/roster/tours/parts/join-dialog.tsx': 'opened by officer-tours.tsx and members.tsx',
  'features/roster/tours/parts/join-many-dialog.tsx': 'opened by members.tsx',
  'features/shifts/order-ins/parts/ask-dialog.tsx': 'opened by order-in-card.tsx',
  'features/shifts/order-ins/parts/prior-count-dialogs.tsx': 'opened by prior-count-list.tsx',
  'features/roster/tours/parts/platoon-dialogs.tsx': 'opened by platoon.tsx and platoons.tsx',
  'features/roster/officers/parts/bulk-actions.tsx': 'shown by officer-table.tsx',
  'features/shifts/signup-decisions/parts/candidate-row.tsx': 'in the dialog that roster.tsx opens',
  'features/home/available-jobs/parts/place-action.tsx': 'an officer’s own page',
  'features/roster/officers/parts/merge-dialog.tsx': 'opened by officer-actions.tsx',
  'features/shifts/replacements/parts/replace-sheet.tsx': 'opened by chip-menu.tsx, which support does not see',
  'features/home/available-jobs/parts/just-signed-up.tsx': 'an officer’s own page',
  'features/home/available-jobs/parts/row-action.tsx': 'an officer’s own page',
  'features/shifts/announcements/parts/compose-dialog.tsx': 'opened by announcements.tsx',
  'features/shifts/leave-requests/parts/ask-dialog.tsx': 'opened by own-leave.tsx',
  'features/shifts/leave-requests/parts/decide-dialog.tsx': 'opened by leave-requests.tsx',
  'features/department/channels/parts/phone-card.tsx': 'an officer’s own page',
  'features/shifts/leave-requests/parts/own-requests.tsx': 'an officer’s own page',
  'features/vendor/support-access/parts/support-banner.tsx': 'the banner of the department’s admins',
}

test('every screen with a call that support may not make checks whether to offer it', {
  meta: { shows: ['issue 4.5', 'issue 4.5 closed'] },
}, async () => {
  const closed = new Set<string>()
  for (const file of globSync('features/*/*/contract{,.*}.ts', { cwd: root })) {
    const module: Record<string, Partial<Endpoint>> = await import(join(root, file))
    for (const [name, one] of Object.entries(module))
      if ((one?.who === 'admin' || one?.who === 'officer') && one.method !== 'GET' && !one.forSupport) closed.add(name)
  }
  expect(closed.size).toBeGreaterThan(60)
  const files = globSync('features/{home,vendor,hours,shifts,roster,department}/*/{parts,screens}/*.tsx', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  const asking = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const several = /\buseWrites\(/.test(text) ? [...text.matchAll(/\b(?:run|send)\((?:\w+\.)?(\w+)/g)] : []
    const calls = [...text.matchAll(/useWrite\((?:\w+\.)?(\w+)/g), ...several].map(([, name = '']) => name)
    return calls.some((name) => closed.has(name)) && !/\buseMay\(|<Needs /.test(text)
  })
  expect(asking.filter((file) => !(file in behind))).toEqual([])
  // Files that now check for themselves must leave the list.
  expect(Object.keys(behind).filter((file) => !asking.includes(file))).toEqual([])
})
