/** How evenly hours are spread, from the Gini coefficient of the officers' hours (0: all the same, 1: one has them all). */
export const evennessWords = (gini: number): string => `${((1 - gini) * 100).toFixed(1)}%`

export const evennessHint = '100% if every officer had the same hours, 0% if one officer had them all.'
