/** Kept low because the landing page shows all of them. */
export const TESTIMONIALS_MOST = 12
export const testimonialBounds = { quote: 400, role: 80, department: 120 } as const

export type Testimonial = { quote: string; role: string; department: string; sample: boolean }

/** What the landing page shows: real quotes if there are any, else a demo's samples, else nothing. */
export const shownTestimonials = (all: readonly Testimonial[]): readonly Testimonial[] => {
  const real = all.filter((one) => !one.sample)
  return real.length > 0 ? real : all
}

/** The order of ids after moving `id` one position up or down; null if it cannot move. */
export const stepped = (ids: readonly string[], id: string, step: 'up' | 'down'): string[] | null => {
  const at = ids.indexOf(id)
  const to = step === 'up' ? at - 1 : at + 1
  const other = ids[to]
  if (at < 0 || other === undefined) return null
  return ids.map((one, place) => (place === at ? other : place === to ? id : one))
}

/** Shown on a demo installation until someone adds a real quote. */
export const sampleTestimonials = [
  {
    quote:
      'I post the stadium detail before roll call. By the time roll call ends it is full, and no one asks me why they were skipped.',
    role: 'Patrol sergeant',
    department: '60-officer municipal department',
  },
  {
    quote:
      'Court, holdovers, callbacks: each one has its docket or its reason, and someone else approves it. Payroll stopped calling.',
    role: 'Administrative lieutenant',
    department: '140-deputy county agency',
  },
  {
    quote: 'I see what is open on my phone, sign up, and know it is mine. I check in at the gate and go home on time.',
    role: 'Officer',
    department: '22-officer campus police department',
  },
] as const
