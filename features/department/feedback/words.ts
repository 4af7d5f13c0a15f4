import type { kinds, Priority, ProblemCategory, RequestCategory, Severity, statuses } from './rules.ts'

export const requestCategoryWords: Readonly<Record<RequestCategory, string>> = {
  general: 'General',
  scheduling: 'Scheduling',
  reporting: 'Reporting',
  mobile: 'Mobile',
  integration: 'Integration',
  ui: 'User interface',
  other: 'Other',
}
export const priorityWords: Readonly<Record<Priority, string>> = { low: 'Low', medium: 'Medium', high: 'High' }
export const problemCategoryWords: Readonly<Record<ProblemCategory, string>> = {
  bug: "Something doesn't work",
  performance: 'Slow',
  ui: 'User interface',
  login: 'Sign-in',
  data: 'Incorrect data',
  mobile: 'Mobile',
  other: 'Other',
}
export const severityWords: Readonly<Record<Severity, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}
export const statusWords: Readonly<Record<(typeof statuses)[number], string>> = {
  pending: 'Sent',
  in_progress: 'In progress',
  done: 'Done',
  declined: 'Declined',
}
export const kindWords: Readonly<Record<(typeof kinds)[number], string>> = {
  feature_request: 'Feature request',
  problem_report: 'Problem report',
}

/** Specification sections 5 and 8, verbatim. */
export const said = {
  missing: { title: 'Missing Information', text: 'Please fill in both title and description' },
  signIn: {
    title: 'Authentication Required',
    feature_request: 'Please sign in to submit a feature request',
    problem_report: 'Please sign in to report a problem',
  },
  noOfficer: 'Unable to find your officer profile',
  failed: {
    title: 'Submission Failed',
    feature_request: 'Failed to submit feature request. Please try again.',
    problem_report: 'Failed to submit problem report. Please try again.',
  },
} as const
