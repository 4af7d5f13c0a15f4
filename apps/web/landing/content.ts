export const features = [
  {
    icon: 'board',
    name: 'A board instead of a phone list',
    words: 'Post a shift once, with its posts, spots and requirements. Every active officer sees it right away.',
  },
  {
    icon: 'scale',
    name: 'Your rule decides, and the receipt shows why',
    words:
      'First come, admin approval, or your own award rule. Under an award rule, every applicant gets a receipt that says who was chosen and why.',
  },
  {
    icon: 'pin',
    name: 'Check-in from the post',
    words:
      'One button on the phone. Location verification shows how far the officer is from the post. Nothing is tracked in between.',
  },
  {
    icon: 'clock',
    name: 'Extra time with a reason',
    words: 'Holdover, court, callback, late relief: claimed to the minute, approved by someone else, never paid twice.',
  },
  {
    icon: 'stairs',
    name: 'When no one signs up',
    words:
      'Open spots are offered, then escalated. As a last step, officers are ordered in from a list everyone can see.',
  },
  {
    icon: 'seal',
    name: 'An audit log no one can edit',
    words: 'Every change with its author, time and previous value. Departments are separated in the database itself.',
  },
] as const

export const steps = [
  {
    name: 'Bring in your roster',
    words: 'Upload the spreadsheet you have. Every row is checked before anything is saved.',
  },
  {
    name: 'Post a shift',
    words: 'Set times, location, posts and headcount. Save repeating shifts as a series or a template.',
  },
  { name: 'Officers sign up', words: 'From the phone, in one tap. Overlaps, rank and unit are checked automatically.' },
  {
    name: 'They check in and out',
    words: 'Their next shift shows the check-in button an hour before it starts.',
  },
  {
    name: 'Approve the hours',
    words: 'Correct mistakes with a reason, approve the rest, and send the file to payroll.',
  },
] as const

/** The three sizes, in the order of `departmentSizes`. */
export const tiers = [
  {
    name: 'Small department',
    words: 'One sergeant runs the schedule on top of everything else.',
    holds: [
      'Shifts, sign-up, check-in and hours',
      'Award rules, with a receipt for each applicant',
      'Extra time with approval',
    ],
  },
  {
    name: 'Mid-size department',
    words: 'Several units, several admins, and an auditor once a year.',
    holds: ['Everything in Small', 'Branding, audit logs and bulk decisions', 'Location verification at check-in'],
  },
  {
    name: 'Large department',
    words: 'Hundreds of officers, and a payroll office that wants files.',
    holds: ['Everything in Mid-size', 'Onboarding with your own data', 'A dedicated contact'],
  },
] as const

export const questions = [
  {
    id: 'after-the-trial',
    question: 'What happens after the 30 days?',
    answer:
      "Features are suspended until you subscribe, but an officer on duty can still check out. We keep your data for 90 days after the trial, and you can export it at any time. There's nothing to cancel, and we don't ask for a credit card.",
  },
  {
    id: 'price',
    question: 'What does it cost?',
    answer:
      "Pricing depends on the size of your department. Contracts are annual, invoiced Net 30. Tell us how many officers you have, and we'll send a quote within 24 hours.",
  },
  {
    id: 'how-long',
    question: 'How long does it take to start?',
    answer:
      "Under 30 minutes if you have your roster ready. A checklist takes your admin from the invitation to the first published shift, one step per page: account and second factor, color and logo, roster, shift, invitations. You can stop and resume at any time, and we'll do it with you if you like.",
  },
  {
    id: 'labor-agreement',
    question: 'Does it fit our labor agreement?',
    answer:
      'Set award rules, eligibility by rank and unit, call-off notice, minimum pay and the order of the force list. Back-test a rule on past awards before you use it. Where your agreement says otherwise, you decide.',
  },
  {
    id: 'which-devices',
    question: 'What do officers need?',
    answer:
      'The phone they already have. No app store. Open it in the browser, or install it from there in a few seconds. Signing up and checking in take one hand.',
  },
  {
    id: 'whose-data',
    question: 'Who can see our data?',
    answer:
      'Only your people, according to their role. Departments are separated in the database, not by a filter on a screen. Support access requires a reason, ends after 30 minutes, and is recorded in your audit log.',
  },
  {
    id: 'protected',
    question: 'How is it protected?',
    answer:
      'Admins always sign in with a second factor, and you can require one for officers. Passwords and session keys are stored as hashes, every change is recorded in an audit log that no one can edit, and repeated wrong passwords lock the account.',
  },
  {
    id: 'cjis',
    question: 'Is it CJIS-compliant?',
    answer:
      "{product} schedules work and needs no criminal justice information, so please don't enter any. We can send you our security documents, including how we map to the CJIS Security Policy.",
  },
  {
    id: 'leave',
    question: 'Can we take our data with us?',
    answer:
      'Yes, at any time, without asking us. An admin can export everything your department owns as files that open in any spreadsheet.',
  },
] as const

/** The pictures of both carousels, in order; generated by `npm run screens -- --landing`. */
export const shots = {
  desk: [
    {
      name: 'dashboard',
      alt: 'The admin dashboard: pending decisions, fill rate and hours by week',
      words: 'Decisions come first',
    },
    {
      name: 'board',
      alt: "The week's schedule: who works each shift, by name, and which spots are open",
      words: 'The week at a glance, gaps included',
    },
    {
      name: 'assignment',
      alt: 'A shift with its posts, roster and pending requests',
      words: 'One shift: posts, roster, decisions',
    },
    {
      name: 'attendance',
      alt: 'Hours from worked shifts in one queue, to approve or return',
      words: 'Hours, approved in one queue',
    },
    {
      name: 'reports',
      alt: 'The hours report by officer, with approved and pending hours, filters and export',
      words: 'Hours by officer, ready to export',
    },
  ],
  phone: [
    {
      name: 'next-shift',
      alt: "The officer's dashboard on a phone: the next shift with its countdown and check-in",
      words: 'The next shift, with check-in',
    },
    {
      name: 'jobs',
      alt: 'Available jobs on a phone, each with its time, location, length and a sign-up button',
      words: 'Open shifts, one tap to sign up',
    },
    {
      name: 'history',
      alt: 'History on a phone: worked shifts with hours and their status',
      words: 'Hours and their status',
    },
    {
      name: 'receipt',
      alt: "An award receipt on a phone: the officer's rank among the applicants, and the rule that decided",
      words: "Why you got the spot, or didn't",
    },
  ],
} as const
