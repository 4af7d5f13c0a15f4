/** How a rule ranks. In a file of its own: the list of open shifts needs the names and none of the rest. */
export const awardMethods = [
  'least_hours',
  'rotation',
  'seniority',
  'reverse_seniority',
  'weighted',
  'lottery',
  'pick_list',
  'first_come',
  'approval',
] as const
export type AwardMethod = (typeof awardMethods)[number]
