/** How new shifts can be filled, as the setup asks: the department's two modes, and the most common ways to award. */
export const fillings = ['approval', 'first_come', 'least_hours', 'seniority', 'rotation'] as const
export type Filling = (typeof fillings)[number]
/** Ranked by an award rule. */
export type Ranked = Exclude<Filling, 'approval' | 'first_come'>
export const isRanked = (filling: Filling): filling is Ranked =>
  filling === 'least_hours' || filling === 'seniority' || filling === 'rotation'

/** What is in force now: `methods` of the rules of all types, null for a type without one. Null: the types differ, or it is another way. */
export const fillingOf = (mode: 'approval' | 'first_come', methods: readonly (string | null)[]): Filling | null => {
  const [method, ...others] = [...new Set(methods)]
  if (others.length > 0) return null
  return method ? (fillings.find((one) => one === method) ?? null) : mode
}
