import type { Billing, ContractTier, Size } from '#features/vendor/billing/rules.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'

/**
 * The vendor's customers in the demo. All of them are samples: the departments, the people and the amounts are invented. Days are
 * counted back from the day the demo is created, so that it looks the same on every day of the year.
 */
export type SampleContract = {
  starts: number
  size: Size
  tier: ContractTier
  /** A year's price. */
  cents: number
  billing: Billing
  method: 'check' | 'ach' | 'wire' | 'card'
  /** How many of the issued invoices are paid, oldest first; negative: how many of the newest are not. */
  paid: number
  /** The rest of the first unpaid invoice that was paid, in percent. */
  part?: number
  /** Days ago that the contract was canceled from. */
  canceled?: number
  notice?: number
}

export type Sample = {
  /** Its place in the list, from 1; part of its id. */
  nth: number
  name: string
  subdomain: string
  city: string
  zone: string
  tier: 'basic' | 'trial' | 'pro' | 'enterprise'
  /** Days ago that it was created. */
  created: number
  officers: number
  shiftsPerWeek: 1 | 2 | 3
  chief: string
  /** Last day of the trial, in days from today. */
  trialEnds?: number
  contract?: SampleContract
  color?: string
  /** Days without activity by a person, if it is inactive. */
  quiet?: number
  state?: { to: 'suspended' | 'closing'; reason: string }
}

const row = (
  nth: number,
  name: string,
  subdomain: string,
  city: string,
  rest: Omit<Sample, 'nth' | 'name' | 'subdomain' | 'city'>,
) => ({
  nth,
  name,
  subdomain,
  city,
  ...rest,
})
const central = 'America/Chicago'
const eastern = 'America/New_York'

export const samples: readonly Sample[] = [
  row(1, 'Cedar Ridge Police Department', 'cedar-ridge', 'Cedar Ridge', {
    ...{ zone: central, tier: 'pro', created: 330, officers: 58, shiftsPerWeek: 2, chief: 'Walter Lindqvist' },
    color: '#0f766e',
    contract: { starts: 318, size: '26-100', tier: 'pro', cents: 960_000, billing: 'yearly', method: 'ach', paid: 9 },
  }),
  row(2, "Harbor County Sheriff's Office", 'harbor-county', 'Port Harbor', {
    ...{ zone: eastern, tier: 'enterprise', created: 381, officers: 112, shiftsPerWeek: 2, chief: 'Renee Castellano' },
    color: '#7c3aed',
    contract: {
      starts: 368,
      size: '100+',
      tier: 'enterprise',
      cents: 3_150_000,
      billing: 'quarterly',
      method: 'wire',
      paid: -1,
    },
  }),
  row(3, 'Brookfield Public Safety', 'brookfield', 'Brookfield', {
    ...{ zone: central, tier: 'basic', created: 170, officers: 12, shiftsPerWeek: 1, chief: 'Howard Pell' },
    quiet: 22,
    contract: { starts: 155, size: '5-25', tier: 'basic', cents: 240_000, billing: 'yearly', method: 'check', paid: 0 },
  }),
  row(4, 'Northgate University Police', 'northgate', 'Northgate', {
    ...{ zone: 'America/Denver', tier: 'pro', created: 233, officers: 21, shiftsPerWeek: 1, chief: 'Imani Brooks' },
    contract: {
      starts: 221,
      size: '5-25',
      tier: 'pro',
      cents: 468_000,
      billing: 'monthly',
      method: 'card',
      paid: -2,
      part: 40,
    },
  }),
  row(5, 'Port Mercer Security', 'port-mercer', 'Port Mercer', {
    ...{ zone: eastern, tier: 'pro', created: 214, officers: 37, shiftsPerWeek: 1, chief: 'Stefan Marković' },
    contract: {
      starts: 202,
      size: '26-100',
      tier: 'pro',
      cents: 1_020_000,
      billing: 'quarterly',
      method: 'ach',
      paid: 1,
    },
    state: { to: 'suspended', reason: "Two invoices are unpaid. The finance office hasn't answered three reminders." },
  }),
  row(6, 'Lakeview Transit Police', 'lakeview-transit', 'Lakeview', {
    ...{ zone: central, tier: 'trial', created: 26, officers: 16, shiftsPerWeek: 2, chief: 'Colleen Abbott' },
    trialEnds: 3,
  }),
  row(7, 'Hillcrest Hospital Security', 'hillcrest', 'Hillcrest', {
    ...{
      zone: 'America/Los_Angeles',
      tier: 'trial',
      created: 8,
      officers: 9,
      shiftsPerWeek: 3,
      chief: 'Tomas Delgado',
    },
    trialEnds: 21,
  }),
  row(8, 'Maple Grove Police Department', 'maple-grove', 'Maple Grove', {
    ...{ zone: eastern, tier: 'trial', created: 38, officers: 24, shiftsPerWeek: 1, chief: 'Judith Okafor' },
    trialEnds: -9,
  }),
  row(9, 'Riverbend Police Department', 'riverbend', 'Riverbend', {
    ...{ zone: central, tier: 'pro', created: 78, officers: 19, shiftsPerWeek: 2, chief: 'Gordon Yates' },
    trialEnds: -49,
    contract: { starts: 47, size: '5-25', tier: 'pro', cents: 390_000, billing: 'quarterly', method: 'check', paid: 9 },
  }),
  row(10, 'Ashford Township Police', 'ashford', 'Ashford', {
    ...{ zone: eastern, tier: 'basic', created: 280, officers: 8, shiftsPerWeek: 1, chief: 'Lorraine Vance' },
    contract: {
      starts: 265,
      size: '5-25',
      tier: 'basic',
      cents: 228_000,
      billing: 'yearly',
      method: 'check',
      paid: 9,
      canceled: 18,
    },
    state: { to: 'closing', reason: 'The township merged its police with the county.' },
  }),
]

export const sampleId = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
export const daysAgo = (today: WallDate, days: number): WallDate => plusDays(today, -days)

/** Kinds of shifts that the sample departments post, in turn. */
export const sampleShifts = [
  {
    title: 'Patrol overtime, night watch',
    kind: 'overtime',
    client: null,
    place: 'Headquarters',
    hour: 20,
    hours: 8,
    required: 2,
  },
  {
    title: 'Road work, lane closure',
    kind: 'extra_duty',
    client: 'Public Works',
    place: 'Route 9 at Mill Rd',
    hour: 7,
    hours: 8,
    required: 1,
  },
  {
    title: 'Ball game',
    kind: 'special_event',
    client: 'Parks Department',
    place: 'Ballpark',
    hour: 17,
    hours: 5,
    required: 3,
  },
  { title: 'Court security', kind: 'court', client: null, place: 'Courthouse', hour: 8, hours: 4, required: 1 },
] as const

type Ago = { days: number }
/** Requests for a trial from the landing page, the newest first. */
export const sampleTrials: readonly (Ago & {
  name: string
  contact: string
  officers: number
  message: string
  state: 'new' | 'contacted' | 'trial_started' | 'won' | 'lost'
  of?: number
  next?: number
  reason?: string
  note?: string
})[] = [
  {
    days: 0,
    name: 'Fox Hollow Police Department',
    contact: 'Deputy Chief Aaron Bligh',
    officers: 34,
    message: 'We post overtime on a whiteboard and in a group chat. Can we import our roster from a spreadsheet?',
    state: 'new',
  },
  {
    days: 2,
    name: 'Eastport Campus Safety',
    contact: 'Director Shauna Reed',
    officers: 18,
    message: 'We need it before football season starts.',
    state: 'new',
  },
  {
    days: 6,
    name: 'Granite County Constables',
    contact: 'Captain Noel Ferris',
    officers: 52,
    message: 'Our union wants awards by fewest hours.',
    state: 'contacted',
    next: 1,
    note: "Demo booked with the union's president. Show the award receipt.",
  },
  {
    days: 27,
    name: 'Lakeview Transit Police',
    contact: 'Colleen Abbott',
    officers: 16,
    message: '',
    state: 'trial_started',
    of: 6,
    note: 'Uses it every day. Ask for the purchase order this week.',
  },
  {
    days: 80,
    name: 'Riverbend Police Department',
    contact: 'Gordon Yates',
    officers: 19,
    message: 'Recommended by a neighboring department.',
    state: 'won',
    of: 9,
    reason: 'Signed for a year',
  },
  {
    days: 96,
    name: 'Summit Airport Police',
    contact: 'Lt. Paula Kerr',
    officers: 61,
    message: '',
    state: 'lost',
    reason: 'Renewed with their current vendor for two years',
  },
]

/** Feature requests and problem reports from the sample departments, by the officer with an account. */
export const sampleWishes: readonly (Ago & {
  of: number
  title: string
  text: string
  category: string
  status?: 'in_progress' | 'done' | 'declined'
  answer?: string
  /** Merged into the request with this place in the list. */
  into?: number
})[] = [
  {
    days: 41,
    of: 2,
    title: 'Text me the evening before a shift',
    text: 'A reminder at 18:00 would be enough.',
    category: 'mobile',
    status: 'in_progress',
    answer: "We're working on it. You'll be able to choose the time.",
  },
  {
    days: 23,
    of: 4,
    title: 'Reminder by text message',
    text: "Half of us don't read email on days off.",
    category: 'mobile',
    into: 0,
  },
  {
    days: 9,
    of: 1,
    title: 'Remind officers the day before',
    text: 'Too many forget court days.',
    category: 'mobile',
    into: 0,
  },
  {
    days: 19,
    of: 1,
    title: 'Export hours in the format of our payroll system',
    text: 'We retype 58 lines every other Friday.',
    category: 'integration',
    status: 'in_progress',
  },
  {
    days: 12,
    of: 9,
    title: "Show dispatch who's working tonight",
    text: 'A read-only screen for the communications center.',
    category: 'scheduling',
  },
  {
    days: 6,
    of: 2,
    title: 'Read-only screen for dispatch',
    text: 'Dispatch calls the desk for names every evening.',
    category: 'scheduling',
    into: 4,
  },
  {
    days: 3,
    of: 6,
    title: 'Copy a shift to several dates',
    text: 'Game days follow no weekly pattern.',
    category: 'scheduling',
  },
  {
    days: 64,
    of: 4,
    title: 'Print the roster with badge numbers',
    text: 'For roll call.',
    category: 'reporting',
    status: 'done',
    answer: 'Done. Choose Print on the list of officers.',
  },
  { days: 1, of: 7, title: 'Spanish for officers', text: 'A third of our guards would use it.', category: 'ui' },
]
export const sampleProblems: readonly (Ago & {
  of: number
  title: string
  text: string
  severity: 'low' | 'medium' | 'high' | 'critical'
  status?: 'in_progress' | 'done'
  answer?: string
})[] = [
  {
    days: 0,
    of: 6,
    title: "Check-in can't verify my location",
    text: 'In the garage below the terminal. It works outside.',
    severity: 'high',
  },
  {
    days: 4,
    of: 1,
    title: 'Overtime report takes a while',
    text: 'About ten seconds for a whole year.',
    severity: 'medium',
    status: 'in_progress',
  },
  {
    days: 8,
    of: 4,
    title: 'Logo is cut off on my phone',
    text: 'The right edge is missing in portrait.',
    severity: 'low',
  },
  {
    days: 33,
    of: 2,
    title: 'Two notifications for one offer',
    text: 'Both arrived in the same minute.',
    severity: 'medium',
    status: 'done',
    answer: 'Fixed. You get one now.',
  },
]
/** Messages through the contact form. Admins ask for a plan, officers for support. */
export const sampleContacts: readonly (Ago & { of: number; by: 'admin' | 'officer'; text: string; answer?: string })[] =
  [
    { days: 1, of: 8, by: 'admin', text: 'Our trial ended before the budget meeting. Can we extend it by two weeks?' },
    { days: 3, of: 9, by: 'admin', text: 'Can we add six reserve officers to our contract?' },
    { days: 2, of: 7, by: 'officer', text: 'I got a new phone and lost my authenticator app.' },
    {
      days: 15,
      of: 1,
      by: 'admin',
      text: 'We want to add the fire police, about 20 people.',
      answer: 'Sent an amendment for 26 to 100 officers. The price stays the same.',
    },
  ]
