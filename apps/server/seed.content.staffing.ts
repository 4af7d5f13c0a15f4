import type { Requirements } from '#features/shifts/signups/rules.ts'

/** What happens to a demo shift: the sign-ups and the decisions. `me` is the demo's officer. */
type Story =
  /** Awarded, and `me` has a spot. */
  | 'won'
  /** Awarded, and `me` is next in line. */
  | 'second'
  /** Awarded, and an officer was given a spot manually. */
  | 'skipped'
  /** Sign-up runs. */
  | 'open'
  /** Taken in parts. */
  | 'split'
  /** Asking for volunteers. */
  | 'volunteers'
  /** Nobody volunteered, so `me` is ordered in. */
  | 'ordered'

export type StaffingJob = {
  title: string
  description: string
  kind: 'overtime' | 'extra_duty' | 'special_event' | 'court' | 'callback'
  mode: 'first_come' | 'award'
  client: string | null
  place: string
  address: string
  pay_code: string
  post: string
  required: number
  /** Days from today. */
  day: number
  start: string
  end: string
  posted_hours: number
  story: Story
  /** The officer who had the spot calls off. */
  called_off?: true
  split?: number
  requirements?: Requirements
}

const overtime = { kind: 'overtime', mode: 'award', client: null, pay_code: 'OT-15' } as const
const headquarters = { place: 'Central station', address: '200 W Madison Ave' } as const

export const staffingJobs: readonly StaffingJob[] = [
  {
    ...overtime,
    ...headquarters,
    title: 'Warrant service, second team',
    description: 'Plain clothes and vest. Briefing in room 2.',
    post: 'Entry team',
    required: 2,
    day: 6,
    start: '09:00',
    end: '13:00',
    posted_hours: 60,
    story: 'won',
  },
  {
    ...overtime,
    title: 'Football night, stadium gates',
    description: 'Bag checks at gates 2 to 5 until the end of the third quarter.',
    place: 'Municipal stadium',
    address: '88 Stadium Way',
    post: 'Gate',
    required: 1,
    day: 8,
    start: '17:00',
    end: '22:00',
    posted_hours: 40,
    story: 'second',
    called_off: true,
  },
  {
    ...overtime,
    title: 'Sobriety checkpoint',
    description: 'Two lanes and a chase car. Current SFST certification required.',
    place: 'Highway 6 at Oak',
    address: 'Highway 6 and Oak St',
    post: 'Checkpoint',
    required: 1,
    day: 12,
    start: '20:00',
    end: '23:30',
    posted_hours: 50,
    story: 'second',
  },
  {
    ...overtime,
    title: 'Council meeting security',
    description: 'Doors open at 17:30, both entrances.',
    place: 'City Hall',
    address: '1 Plaza',
    post: 'Chamber',
    required: 1,
    day: 7,
    start: '17:00',
    end: '21:00',
    posted_hours: 70,
    story: 'skipped',
  },
  {
    ...overtime,
    ...headquarters,
    title: 'Patrol overtime, day watch',
    description: 'One-officer car on the south beat.',
    post: 'Patrol car',
    required: 1,
    day: 9,
    start: '08:00',
    end: '16:00',
    posted_hours: 3,
    story: 'open',
  },
  {
    kind: 'special_event',
    mode: 'award',
    client: 'Parks Department',
    pay_code: 'XD-EVENT',
    title: 'Harvest parade',
    description: 'Rolling closure from First to Twelfth. Meet at the bandstand.',
    place: 'Main Street',
    address: 'Main St and 1st Ave',
    post: 'Intersection',
    required: 4,
    day: 12,
    start: '09:00',
    end: '14:00',
    posted_hours: 2,
    story: 'open',
  },
  {
    kind: 'extra_duty',
    mode: 'first_come',
    client: 'Downtown Association',
    pay_code: 'XD-EVENT',
    title: 'Street fair, fairgrounds',
    description: 'Available in 3-hour blocks.',
    place: 'Fairgrounds',
    address: '300 Fair Rd',
    post: 'Fairgrounds',
    required: 1,
    day: 13,
    start: '10:00',
    end: '22:00',
    posted_hours: 30,
    story: 'split',
    split: 180,
  },
  {
    ...overtime,
    kind: 'callback',
    mode: 'first_come',
    ...headquarters,
    title: 'Jail relief',
    description: 'Relief for the booking desk.',
    post: 'Booking',
    required: 1,
    day: 7,
    start: '14:00',
    end: '18:00',
    posted_hours: 48,
    story: 'volunteers',
  },
  {
    ...overtime,
    kind: 'court',
    mode: 'first_come',
    ...headquarters,
    title: 'Prisoner transport',
    description: 'To the county court and back, with the Traffic van.',
    post: 'Transport',
    required: 1,
    day: 5,
    start: '07:00',
    end: '11:00',
    posted_hours: 72,
    story: 'ordered',
    requirements: { units: ['Traffic'], certifications: ['CPR and first aid'] },
  },
]
