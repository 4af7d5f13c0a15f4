/** The claims of specification section 1: analytics holds each against what is measured. */
export { claims } from '#features/analytics/rules.claims.ts'

export const features = [
  {
    icon: 'board',
    name: 'A board instead of a phone list',
    words:
      'Post a shift once, with its posts, places and who may take them. Every approved officer sees it at the same moment.',
  },
  {
    icon: 'scale',
    name: 'The last place is given once',
    words:
      'First come, or approved by an admin. However many press at the same second, one has the place, and the others are told why not.',
  },
  {
    icon: 'pin',
    name: 'Check-in from the post',
    words:
      'One button, from the phone. With location verification it says how far from the post, and nothing is recorded in between.',
  },
  {
    icon: 'clock',
    name: 'Extra time with a reason',
    words:
      'Holdover, court, callback, late relief: claimed in whole minutes, approved by somebody else, never paid twice.',
  },
  {
    icon: 'chart',
    name: 'Reports that add up',
    words:
      'Fill rate, hours by officer, cost by unit. Each chart with its table beside it, and the file for payroll one press away.',
  },
  {
    icon: 'seal',
    name: 'An audit nobody edits',
    words:
      'Who changed what, when, and what stood there before. Departments are walled off from each other in the database itself.',
  },
] as const

export const steps = [
  {
    name: 'Bring in your roster',
    words: 'Upload the spreadsheet you have. Every row is checked before one is written.',
  },
  {
    name: 'Post a shift',
    words: 'Times, place, posts, and how many on each. Keep what comes again as a series or a template.',
  },
  { name: 'Officers sign up', words: 'From the phone, in one press. Overlaps, rank and unit are checked for them.' },
  {
    name: 'They check in and out',
    words: 'The next shift opens on their screen with the button, an hour before it starts.',
  },
  {
    name: 'Approve the hours',
    words: 'Correct what is wrong with a reason, approve the rest, and hand the file to payroll.',
  },
] as const

/** The three sizes, in the order of `departmentSizes`. */
export const tiers = [
  {
    name: 'Small department',
    words: 'One sergeant runs the board between everything else.',
    holds: ['Shifts, sign-up, check-in and hours', 'Extra time with approval', 'Roster import from your spreadsheet'],
  },
  {
    name: 'Mid-size department',
    words: 'Several units, several admins, and an auditor once a year.',
    holds: ['Everything before', 'Branding, audit logs and bulk decisions', 'Location verification at check-in'],
  },
  {
    name: 'Large department',
    words: 'Hundreds of officers, and a payroll office that wants files.',
    holds: ['Everything before', 'Onboarding with your own data', 'A named person to call'],
  },
] as const

export const questions = [
  {
    id: 'after-the-trial',
    question: 'What happens after the 30 days?',
    answer:
      'Features are suspended until you subscribe; nothing is deleted, and an officer on duty can still check out. There is nothing to cancel and no card to give.',
  },
  {
    id: 'price',
    question: 'What does it cost?',
    answer:
      'A price for your department, by its size, on an annual contract, invoiced Net 30. Tell us the number of officers and you get a quote within 24 hours.',
  },
  {
    id: 'how-long',
    question: 'How long does it take to start?',
    answer:
      'Under 30 minutes with the roster at hand. A checklist leads your admin from the invitation to the first published shift, one step on each page: account and second factor, colour and logo, roster, shift, invitations. It can be left and resumed, and we do it with you if you like.',
  },
  {
    id: 'labor-agreement',
    question: 'Does it fit our labor agreement?',
    answer:
      'You set who may take which post by rank and unit, whether places go by who was first or by an admin’s approval, the notice for calling off and the least that is paid. The order in which people signed up, and each decision with its reason, stay on record. What your agreement requires beyond that remains your decision: the product records, it does not rule.',
  },
  {
    id: 'which-devices',
    question: 'What do officers need?',
    answer:
      'The phone they have. It runs in the browser, from the smallest screen up, and sign-up and check-in take one hand.',
  },
  {
    id: 'whose-data',
    question: 'Who can see our data?',
    answer:
      'Your people, by their role. Departments are separated in the database, not by a filter on a screen. If our support has to look inside, it takes a reason, ends after 30 minutes, and stands in your audit log.',
  },
  {
    id: 'protected',
    question: 'How is it protected?',
    answer:
      'Admins always sign in with a second factor, officers where you ask for it. Passwords and session keys are stored as hashes, every change stands in an audit log that nobody can edit, and wrong tries lock the account. Do not store criminal justice information in it: it is made for shifts and hours.',
  },
  {
    id: 'leave',
    question: 'Can we take our data with us?',
    answer:
      'Yes, at any time and without asking: an admin exports everything your department owns as files that a spreadsheet opens.',
  },
] as const

/** The pictures of both carousels, in their order; made by `npm run screens -- --landing`. */
export const shots = {
  desk: [
    {
      name: 'dashboard',
      alt: 'The admin dashboard: what waits for a decision, fill figures and hours by week',
      words: 'What waits for a decision comes first',
    },
    {
      name: 'board',
      alt: 'The week as a board: days across, assignments with how many places are taken',
      words: 'The week at a glance, gaps included',
    },
    {
      name: 'assignment',
      alt: 'One assignment with its posts, its roster and the signups that wait',
      words: 'One shift: posts, roster, decisions',
    },
    {
      name: 'attendance',
      alt: 'Hours of worked shifts in one queue, each to approve or return',
      words: 'Hours, approved in one queue',
    },
    {
      name: 'reports',
      alt: 'The report of hours by officer as bars, worked and still to be approved, with its filters and export',
      words: 'Reports, each with its table and its file',
    },
  ],
  phone: [
    {
      name: 'next-shift',
      alt: 'The officer’s dashboard on a phone: the next shift with its countdown and check-in',
      words: 'The next shift, and its button',
    },
    {
      name: 'jobs',
      alt: 'Available jobs on a phone, each with its pay, places left and a sign-up button',
      words: 'Open jobs, one press to take',
    },
    {
      name: 'history',
      alt: 'The history on a phone: worked shifts with hours and their state',
      words: 'Hours, and what became of them',
    },
    { name: 'notifications', alt: 'Notifications on a phone, newest first', words: 'Told when something changes' },
  ],
} as const
