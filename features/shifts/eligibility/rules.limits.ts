import { noWorkRules, type WorkRules } from './rules.shapes.ts'

/** Bounds of the rules. Wide, because the values are up to each department. */
export const workRulesBounds = {
  rest_minutes: [1, 2880],
  window_hours: [2, 672],
  window_minutes: [60, 40_320],
  max_consecutive_minutes: [60, 10_080],
  break_minutes: [0, 480],
  max_consecutive_days: [1, 31],
  cap_minutes: [60, 44_640],
  /** Maximum number of windows, and of caps. */
  rules: 10,
} as const

/** What is wrong with the rules as a whole, and in which field; null if they are valid. */
export const problemOfRules = (rules: WorkRules): { field: string; message: string } | null => {
  if (rules.rest_minutes !== null && rules.rest_minutes <= rules.break_minutes)
    return { field: 'rest_minutes', message: 'Rest between shifts must be longer than the shortest break.' }
  const wide = rules.windows.findIndex((w) => w.max_minutes >= w.hours * 60)
  if (wide >= 0) return { field: `windows.${wide}.max_minutes`, message: 'The limit must be shorter than the window.' }
  return null
}

/** How far from a shift any of the rules looks, in minutes; at least a day, to include adjacent work. */
export const reachOf = (rules: WorkRules): number =>
  Math.max(
    1440,
    rules.rest_minutes ?? 0,
    ...rules.windows.map((w) => w.hours * 60),
    (rules.max_consecutive_minutes ?? 0) + rules.break_minutes,
    (rules.max_consecutive_days ?? -1) * 1440 + 1440,
    ...rules.caps.map((cap) => (cap.per === 'week' ? 8 : 32) * 1440),
  )

/** Each rule separately, with its path. */
export const partsOf = (rules: WorkRules): { rule: string; rules: WorkRules }[] => {
  const { rest_minutes, max_consecutive_minutes, max_consecutive_days, break_minutes } = rules
  const alone = (over: Partial<WorkRules>): WorkRules => ({ ...noWorkRules, break_minutes, ...over })
  return [
    ...(rest_minutes === null ? [] : [{ rule: 'rest_minutes', rules: alone({ rest_minutes }) }]),
    ...rules.windows.map((one, i) => ({ rule: `windows.${i}`, rules: alone({ windows: [one] }) })),
    ...(max_consecutive_minutes === null
      ? []
      : [{ rule: 'max_consecutive_minutes', rules: alone({ max_consecutive_minutes }) }]),
    ...(max_consecutive_days === null
      ? []
      : [{ rule: 'max_consecutive_days', rules: alone({ max_consecutive_days }) }]),
    ...rules.caps.map((one, i) => ({ rule: `caps.${i}`, rules: alone({ caps: [one] }) })),
  ]
}
