/** Calls of rules on hours and of the fill assistant, and tables of how places are given, as the audit says them. */
export const staffingCalls = {
  'fill_plans.ask': 'Plan of the fill assistant asked for',
  'fill_plans.take_line': 'Line of a plan taken over',
  'fill_plans.take_lines': 'Lines of a plan taken over',
  'job.solve_fill_plans': 'Plan worked out',
  'job.keep_minimums': 'Minimum staffing kept by itself',
  'minimums.add': 'Minimum set',
  'minimums.edit': 'Minimum changed',
  'minimums.end': 'Minimum ended',
  'minimums.open_again': 'Gap may open a shift again',
  'minimums.try': 'Minimum tried',
  // Calls that are gone: today's are `prior_counts.…`.
  'openings.enter': 'Earlier count entered',
  'openings.import': 'Earlier counts entered',
  'openings.take_back': 'Earlier count taken back',
  'platoon_members.join_many': 'Several put into a platoon',
  'prior_counts.enter': 'Count from before Watchbill entered',
  'prior_counts.import': 'Counts from before Watchbill entered',
  'prior_counts.take_back': 'Count from before Watchbill taken back',
  'work_rules.save': 'Rules on hours changed',
  'work_rules.try': 'Rules on hours tried',
} as const

export const staffingThings = {
  award_input_checks: 'Award held against the ledger',
  fill_plan_lines: 'Line of a plan',
  fill_plans: 'Plan of the fill assistant',
  openings: 'Count from before Watchbill',
  place_holds: 'Place held for the waitlist',
  staffing_gaps: 'Gap under a minimum',
  staffing_minimums: 'Minimum staffing',
  swaps: 'Swap',
} as const
