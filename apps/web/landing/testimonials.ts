/** What departments say. Examples, attributed to roles, until the vendor puts real ones here and sets `areExamples` to false. */
export const areExamples = true

export const testimonials = [
  {
    words:
      'I post the stadium detail before roll call. By the end of it the board is full, and nobody asks me why they were passed over.',
    role: 'Patrol sergeant, municipal department of 60 officers',
  },
  {
    words:
      'Court, holdovers, callbacks: each with its docket or its reason, approved by somebody else than the one who claims it. Payroll stopped calling.',
    role: 'Administrative lieutenant, county agency of 140 deputies',
  },
  {
    words: 'I see what is open on my phone, take it, and know it is mine. I check in at the gate and go home on time.',
    role: 'Officer, campus police of 22',
  },
] as const
