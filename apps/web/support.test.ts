import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#platform/shared/endpoint.ts'

const root = join(import.meta.dirname, '../..')

/** Where a screen makes a call that support may not make and asks nothing itself, since whoever shows it has asked. */
const behind: Readonly<Record<string, string>> = {
  'features/assignments/parts/action-dialogs.tsx': 'opened by assignment-actions.tsx',
  'features/attendance/parts/history-row.tsx': 'an officer’s own page',
  'features/certifications/parts/certification-dialog.tsx': 'opened by certifications.tsx',
  'features/contact-requests/parts/request-dialog.tsx': 'opened by contact-vendor.tsx',
  'features/exports/parts/export-progress.tsx': 'not asked for by the vendor’s staff',
  'features/extra-time/parts/bulk-decisions.tsx': 'shown by request-table.tsx',
  'features/extra-time/parts/claim-dialog.tsx': 'an officer’s own page',
  'features/extra-time/parts/own-claims.tsx': 'an officer’s own page',
  'features/leaves/parts/leave-dialog.tsx': 'opened by leaves.tsx',
  'features/officer-imports/parts/import-flow.tsx': 'shown by the screen and the step, which ask',
  'features/officers/parts/add-officer.tsx': 'opened by officers.tsx and steps.tsx',
  'features/officers/parts/invite-all.tsx': 'shown by steps.tsx',
  'features/officers/parts/invite-dialog.tsx': 'opened by officer-actions.tsx',
  'features/fill-plans/parts/take-lines.tsx': 'shown by plan-lines.tsx, by the plan of the department',
  'features/minimum-staffing/parts/minimum-dialog.tsx': 'opened by minimum-list.tsx and minimum-staffing.tsx',
  'features/offers/parts/my-offers.tsx': 'an officer’s own page',
  'features/offers/parts/offer-answer.tsx': 'an officer’s own page',
  'features/swaps/parts/ask-swap.tsx': 'an officer’s own page',
  'features/swaps/parts/my-swaps.tsx': 'an officer’s own page',
  'features/order-ins/parts/force-settings.tsx': 'opened by force-list.tsx',
  'features/order-ins/parts/my-order-ins.tsx': 'an officer’s own page',
  'features/profiles/parts/own-roster.tsx': 'an officer’s own page',
  'features/profiles/parts/address-card.tsx': 'an officer’s own page',
  'features/tours/parts/exception-dialog.tsx': 'opened by officer-tours.tsx',
  'features/tours/parts/join-dialog.tsx': 'opened by officer-tours.tsx and members.tsx',
  'features/platoon-members/parts/join-many-dialog.tsx': 'opened by members.tsx',
  'features/prior-counts/parts/prior-count-dialogs.tsx': 'opened by prior-count-list.tsx',
  'features/tours/parts/platoon-dialogs.tsx': 'opened by platoon.tsx and platoons.tsx',
  'features/signup-decisions/parts/assign-dialog.tsx': 'opened by roster.tsx',
  'features/signups/parts/place-action.tsx': 'an officer’s own page',
  'features/support-access/parts/support-banner.tsx': 'the banner of the department’s admins',
}

/** Features whose screens ask; one that came later gets its line here with its first screen that does. */
const features =
  `assignment-editor assignment-templates assignments attendance attendance-review audit branding certifications
  contact-requests exports extra-time faq invitations leaves notifications officer-files officer-imports officers onboarding order-ins
  profiles reports sessions settings sign-ins signup-decisions signups support-access tours award-rules awards escalations
  fill-plans minimum-staffing offers platoon-members prior-counts swaps tour-imports work-rules`.split(/\s+/)

test('[issue 4.5] [issue 4.5 closed] every screen with a call that support may not make inside a department asks whether to offer it', async () => {
  const closed = new Set<string>()
  for (const file of globSync('features/*/contract*.ts', { cwd: root })) {
    const module: Record<string, Partial<Endpoint>> = await import(join(root, file))
    for (const [name, one] of Object.entries(module))
      if ((one?.who === 'admin' || one?.who === 'officer') && one.method !== 'GET' && !one.forSupport) closed.add(name)
  }
  expect(closed.size).toBeGreaterThan(60)
  const files = features.flatMap((name) => globSync(`features/${name}/{parts,screens}/*.tsx`, { cwd: root }))
  const asking = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const several = /\buseWrites\(/.test(text) ? [...text.matchAll(/\b(?:run|send)\((?:\w+\.)?(\w+)/g)] : []
    const calls = [...text.matchAll(/useWrite\((?:\w+\.)?(\w+)/g), ...several].map(([, name = '']) => name)
    return calls.some((name) => closed.has(name)) && !/\buseMay\(|<Needs /.test(text)
  })
  expect(asking.filter((file) => !(file in behind))).toEqual([])
  // What asks by itself by now is listed no more.
  expect(Object.keys(behind).filter((file) => !asking.includes(file))).toEqual([])
})
