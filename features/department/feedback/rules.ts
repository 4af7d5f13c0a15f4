/** Specification section 5: allowed values in a feature request and a problem report. */
export const requestCategories = ['general', 'scheduling', 'reporting', 'mobile', 'integration', 'ui', 'other'] as const
export const priorities = ['low', 'medium', 'high'] as const
export const problemCategories = ['bug', 'performance', 'ui', 'login', 'data', 'mobile', 'other'] as const
export const severities = ['low', 'medium', 'high', 'critical'] as const
export const statuses = ['pending', 'in_progress', 'done', 'declined'] as const
export const kinds = ['feature_request', 'problem_report'] as const

export type Kind = (typeof kinds)[number]
export type RequestCategory = (typeof requestCategories)[number]
export type Priority = (typeof priorities)[number]
export type ProblemCategory = (typeof problemCategories)[number]
export type Severity = (typeof severities)[number]

export const TITLE_MOST = 160
export const DESCRIPTION_MOST = 4000
/** Maximum one person may send per hour, both kinds together. */
export const SENT_PER_HOUR = 10

/** Both are required, and whitespace does not count. */
export const isComplete = (sent: { title: string; description: string }): boolean =>
  sent.title.trim() !== '' && sent.description.trim() !== ''

/** A value under such a name may grant access or identify someone. */
const secretName = /token|code|key|secret|pass|invit|auth|sess|sig|hash|mail|phone|name|^next$|^q$|^search$/i
/** A word, a date, a number, an id: typical values of filters and tabs. Longer ones could be secrets. */
const plainValue = /^[A-Za-z0-9_,.:-]{1,36}$/

/**
 * The URL in a report: where the person was, without secrets from the query. Parameter names stay, so that filters are visible; a
 * value stays only if it is plain and its name does not suggest a secret. Fragment, user and password are removed.
 */
export const addressToReport = (href: string): string => {
  const [, origin, path, query] = /^(https?:\/\/)(?:[^/?#]*@)?([^?#]*)(?:\?([^#]*))?/.exec(href) ?? []
  if (origin === undefined || path === undefined) return ''
  const kept = (query ?? '').split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=', 2)
    if (name === '') return []
    const safe = plainValue.test(value) && plainValue.test(name) && !secretName.test(name)
    return [safe ? `${name}=${value}` : `${plainValue.test(name) ? name : 'removed'}=removed`]
  })
  return `${origin}${path.slice(0, 300)}${kept.length > 0 ? `?${kept.slice(0, 20).join('&')}` : ''}`
}
