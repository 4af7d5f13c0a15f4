/**
 * The demo department: a week of work as a mid-sized department posts it. The people are fictional: their names combine common
 * first and last names.
 */
export const firstNames =
  `Karen Daniel Marcus Elena Thomas Priya Kevin Angela Brian Rosa Derek Nicole Andre Megan Luis Tanya Patrick Grace Victor Dana
  Samuel Irene Jamal Heather Oscar Leah Raymond Sofia Curtis Allison Hector Joyce Dylan Monica Wesley Tara Gerald Nadia Omar Paige`
    .trim()
    .split(/\s+/)
export const lastNames =
  `Whitfield Reyes Bell Vasquez Keller Nair Doyle Hughes Sutton Medina Boyd Farrell Coleman Hayes Ortiz Grant Brennan Park Salazar
  Wells Booker Lang Price Olsen Fuentes Marsh Stokes Moretti Tate Bishop Luna Carver Frost Pruitt Hale Lindgren Webb Haddad Aziz Rowe`
    .trim()
    .split(/\s+/)
const nameAt = (i: number): string => `${firstNames[i % firstNames.length]} ${lastNames[i % lastNames.length]}`

export type DemoOfficer = {
  name: string
  badge: string
  rank: string
  unit: string
  hired: string
  rate: number
  role: 'admin' | 'officer'
}

/** Patrol and Traffic work a platoon's tours; the second officer who can sign in and the other units don't (seed.tours.ts). */
const unitOf = (i: number): string => {
  if (i === 1) return 'Patrol South'
  if (i >= 2 && i < 30) return i < 16 ? 'Patrol North' : 'Patrol South'
  return { 30: 'Detectives', 33: 'Community', 34: 'K-9' }[i] ?? 'Traffic'
}
/** From 0, the most senior, to 35. The officer who can sign in is the least senior of Traffic and in the middle of the roster. */
const seniorityOf = (i: number): number => (i * 11 + 20) % 36
const rankOf = (place: number): string => {
  if (place < 6) return 'Sergeant'
  if (place < 11) return 'Corporal'
  return place < 18 ? 'Senior Officer' : 'Officer'
}

/** 36 sworn officers after the two admins; rates in millionths of a dollar per hour. */
export const demoOfficers: readonly DemoOfficer[] = [
  {
    name: nameAt(0),
    badge: '0101',
    rank: 'Lieutenant',
    unit: 'Administration',
    hired: '2004-06-14',
    rate: 68_250_000,
    role: 'admin',
  },
  {
    name: nameAt(1),
    badge: '0102',
    rank: 'Sergeant',
    unit: 'Administration',
    hired: '2009-03-02',
    rate: 58_400_000,
    role: 'admin',
  },
  ...Array.from({ length: 36 }, (_, i): DemoOfficer => {
    const place = seniorityOf(i)
    return {
      name: nameAt(i + 2),
      badge: String(2001 + i * 7),
      rank: rankOf(place),
      unit: unitOf(i),
      hired: `${2005 + Math.floor(place / 2)}-${place % 2 === 0 ? '02' : '08'}-01`,
      rate: 57_000_000 - place * 530_000,
      role: 'officer',
    }
  }),
]
/** Two who registered and are waiting for an admin's approval. */
export const demoPending = [
  { name: nameAt(38), badge: '2903' },
  { name: nameAt(39), badge: '2910' },
] as const

export type DemoPost = { name: string; required: number }
export type DemoJob = {
  title: string
  kind: 'overtime' | 'extra_duty' | 'court' | 'special_event' | 'training'
  client: string | null
  place: string
  address: string
  start: string
  end: string
  /** Upcoming shifts of a kind with an award rule are awarded by it instead (seed.shifts.ts). */
  mode: 'first_come' | 'approval'
  pay_code: string
  min_pay: number
  posts: readonly DemoPost[]
  /** Weekdays it is posted on, 0 = Sunday. */
  days: readonly number[]
  description: string
}

export const demoJobs: readonly DemoJob[] = [
  {
    title: 'Patrol overtime, night watch',
    kind: 'overtime',
    client: null,
    place: 'Central station',
    address: '200 W Madison Ave',
    start: '22:00',
    end: '06:00',
    mode: 'first_come',
    pay_code: 'OT-15',
    min_pay: 240,
    posts: [{ name: 'Patrol car', required: 2 }],
    days: [4, 5, 6],
    description: 'Two-officer car on the north beat. Roll call at 21:45.',
  },
  {
    title: 'Road construction, lane closure',
    kind: 'extra_duty',
    client: 'Public Works',
    place: 'Main St at 4th',
    address: 'Main St and 4th Ave',
    start: '07:00',
    end: '15:30',
    mode: 'first_come',
    pay_code: 'XD-STREET',
    min_pay: 240,
    posts: [
      { name: 'Traffic post north', required: 1 },
      { name: 'Traffic post south', required: 1 },
    ],
    days: [1, 2, 3, 4, 5],
    description: 'Flagging with the contractor on site. Reflective vest and marked car.',
  },
  {
    title: 'Farmers market',
    kind: 'extra_duty',
    client: 'Downtown Association',
    place: 'Courthouse square',
    address: '1 Courthouse Sq',
    start: '06:30',
    end: '13:00',
    mode: 'approval',
    pay_code: 'XD-EVENT',
    min_pay: 240,
    posts: [
      { name: 'Street closure', required: 2 },
      { name: 'Foot patrol', required: 1 },
    ],
    days: [6],
    description: 'Barricades up by 06:45. Pedestrian crossings at both ends.',
  },
  {
    title: 'High school football',
    kind: 'special_event',
    client: 'School District 12',
    place: 'Memorial Stadium',
    address: '900 Stadium Dr',
    start: '17:00',
    end: '22:30',
    mode: 'first_come',
    pay_code: 'XD-EVENT',
    min_pay: 240,
    posts: [
      { name: 'Gate A', required: 2 },
      { name: 'Visitor stand', required: 2 },
      { name: 'Parking', required: 1 },
    ],
    days: [5],
    description: 'Briefing at gate A at 16:45. Carry the event radio channel card.',
  },
  {
    title: 'Municipal court security',
    kind: 'court',
    client: null,
    place: 'Municipal Court, room 3',
    address: '410 Justice Way',
    start: '08:30',
    end: '12:30',
    mode: 'first_come',
    pay_code: 'CRT-281',
    min_pay: 240,
    posts: [{ name: 'Courtroom', required: 1 }],
    days: [1, 2, 3, 4, 5],
    description: 'Docket starts at 09:00.',
  },
  {
    title: 'DUI saturation patrol',
    kind: 'overtime',
    client: null,
    place: 'Sectors 2 and 5',
    address: 'Meet at Central station',
    start: '20:00',
    end: '02:00',
    mode: 'first_come',
    pay_code: 'GR-DUI',
    min_pay: 0,
    posts: [
      { name: 'Enforcement car', required: 3 },
      { name: 'Intake', required: 1 },
    ],
    days: [5, 6],
    description: 'Grant-funded. Current SFST certification required.',
  },
  {
    title: 'Hospital detail',
    kind: 'extra_duty',
    client: 'County Hospital',
    place: 'Emergency department',
    address: '77 Hospital Rd',
    start: '18:00',
    end: '02:00',
    mode: 'approval',
    pay_code: 'XD-FIXED',
    min_pay: 240,
    posts: [{ name: 'ED entrance', required: 1 }],
    days: [0, 2, 4, 5, 6],
    description: 'Report to the charge nurse on arrival.',
  },
  {
    title: 'Use-of-force refresher',
    kind: 'training',
    client: null,
    place: 'Training center',
    address: '15 Range Rd',
    start: '08:00',
    end: '12:00',
    mode: 'first_come',
    pay_code: 'TRN',
    min_pay: 0,
    posts: [{ name: 'Seat', required: 8 }],
    days: [3],
    description: 'Bring duty belt, no live ammunition.',
  },
]
