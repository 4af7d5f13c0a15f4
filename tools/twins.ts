/**
 * Rules that run in TypeScript and in SQL, and the property test that holds both to one answer. `rule` is an exported rule, `sql` an
 * exported piece of a store or a function of the database, each as `file name`; `by` is how the test reaches the SQL where it does not name
 * the piece. tools/house-twins.ts checks the list.
 */
export type Twin = { rule: string; sql: string; test: string; by?: string }

const db = (name: string) => `db/schema.sql app.${name}`

export const twins: readonly Twin[] = [
  ...pair('people/sessions/rules.ts endsOf', 'people/sessions/ends.pg.test.ts', [
    'platform/server/session-ends.ts idleEndsAt',
    'platform/server/session-ends.ts lastEndsAt',
    'platform/server/session-ends.ts isSessionAlive',
    db('enter_session'),
  ]),
  ...pair('people/organizations/rules.ts isTrialActive', 'people/organizations/trial.pg.test.ts', [db('trial_over')]),
  ...pair('people/organizations/rules.ts daysLeft', 'people/organizations/trial.pg.test.ts', [db('trial_days_left')]),
  ...pair('people/organizations/rules.features.ts hasFeature', 'people/organizations/trial.pg.test.ts', [
    db('has_feature'),
  ]),
  ...pair('people/organizations/rules.ts trialBannerOf', 'vendor/organizations/trial.pg.test.ts', [
    'vendor/organizations/store.ts trialIs',
  ]),
  ...pair('roster/officers/rules.ts standingOf', 'roster/officers/twins.pg.test.ts', [
    'roster/officers/store.ts standingIn',
  ]),
  ...pair('roster/certifications/rules.ts certificationState', 'roster/officers/twins.pg.test.ts', [
    'roster/certifications/store.ts isExpiring',
    'roster/certifications/store.ts hasExpired',
  ]),
  ...pair('shifts/assignments/rules.ts phase', 'shifts/assignments/list.pg.test.ts', [
    'shifts/assignments/store.phase.ts phaseOf',
  ]),
  ...pair('shifts/assignments/rules.ts isUnfilled', 'shifts/signups/twins.pg.test.ts', [
    'shifts/assignments/store.phase.ts unfilledOf',
  ]),
  ...pair('shifts/assignments/rules.ts signupWindow', 'shifts/signups/twins.pg.test.ts', [
    'shifts/assignments/store.phase.ts windowIsOpen',
  ]),
  ...pair('shifts/assignments/rules.fill.ts fillOf', 'shifts/assignments/figures.pg.test.ts', [
    'shifts/assignments/store.fill.ts shiftFills',
  ]),
  ...pair('shifts/signups/rules.places.ts isPart', 'shifts/signups/twins.pg.test.ts', [db('is_part')]),
  ...pair('shifts/signups/rules.places.ts heldAtMost', 'shifts/signups/twins.pg.test.ts', [db('places_held')]),
  ...pair('shifts/signups/rules.places.ts heldThroughout', 'shifts/signups/twins.pg.test.ts', [db('places_covered')]),
  ...pair('shifts/signups/rules.ts holdsPlace', 'shifts/signups/twins.pg.test.ts', [
    'shifts/signups/store.ts blocksTime',
    db('holds_place'),
  ]),
  ...pair('platform/shared/time.ts overlaps', 'shifts/signups/twins.pg.test.ts', ['shifts/signups/store.ts touches']),
  ...pair(
    'shifts/signups/rules.ts reasonsNotToSignUp',
    'shifts/signups/verdict.pg.test.ts',
    ['shifts/signups/store.ts insertSignup'],
    'signUp',
  ),
  ...pair('shifts/signups/rules.takeover.ts takesOver', 'shifts/signups/twins.pg.test.ts', [
    'shifts/signups/store.takeover.ts takesOver',
  ]),
  ...pair('shifts/signups/rules.takeover.ts heldFrom', 'shifts/signups/twins.pg.test.ts', [
    'shifts/signups/store.takeover.ts heldFrom',
  ]),
  ...pair('hours/attendance/rules.intervals.ts intervalsOf', 'hours/attendance/twins.pg.test.ts', [db('worked_times')]),
  ...pair('hours/attendance/rules.intervals.ts clockIntervalsOf', 'hours/attendance/twins.pg.test.ts', [
    db('worked_clock'),
  ]),
  ...pair('hours/attendance/rules.intervals.ts paidAgain', 'hours/attendance/twins.pg.test.ts', [db('paid_again')]),
  ...pair('hours/attendance/rules.ts hasReturn', 'hours/attendance/twins.pg.test.ts', [
    'hours/attendance/store.ts returnedIn',
  ]),
  ...pair('hours/attendance/rules.ts checkOutFrom', 'hours/attendance/twins.pg.test.ts', [
    'hours/attendance/store.ts checkOutOpensAt',
  ]),
  ...pair('hours/attendance/rules.ts refuseCheckOut', 'hours/attendance/twins.pg.test.ts', [
    'hours/attendance/store.ts checkOutClosesAt',
    'hours/attendance/store.ts isCheckOutOver',
  ]),
  ...pair('hours/attendance/rules.ts undoUntil', 'hours/attendance/twins.pg.test.ts', [
    'hours/attendance/store.ts undoEndsAt',
  ]),
  ...pair('hours/attendance/rules.ts flagsOf', 'hours/attendance/twins.pg.test.ts', [
    'hours/attendance/store.ts isLateIn',
  ]),
  ...pair('hours/extra-time/rules.ts stateOf', 'hours/extra-time/twins.pg.test.ts', [
    'hours/extra-time/store.ts hasExpired',
    'hours/extra-time/store.ts stillWaits',
  ]),
  ...pair('hours/reports/rules.ts costCents', 'hours/reports/cost.pg.test.ts', [
    'hours/reports/store.facts.ts costCentsIn',
  ]),
  ...pair('platform/shared/money.ts wholeCents', 'platform/server/money.pg.test.ts', [
    'platform/server/money.ts wholeCentsIn',
  ]),
  ...pair('vendor/invoices/rules.ts bucketOf', 'vendor/invoices/ageing.pg.test.ts', [
    'vendor/invoices/store.ageing.ts bucketIn',
    'vendor/invoices/store.ageing.ts inBucket',
  ]),
  ...pair('vendor/invoices/rules.ts invoiceState', 'vendor/invoices/ageing.pg.test.ts', [
    'vendor/invoices/store.ts stateIs',
  ]),
]

function pair(rule: string, test: string, pieces: readonly string[], by?: string): Twin[] {
  const whole = (place: string) => (/^(platform|db)\//.test(place) ? place : `features/${place}`)
  return pieces.map((sql) => ({ rule: whole(rule), sql: whole(sql), test: whole(test), ...(by ? { by } : {}) }))
}
