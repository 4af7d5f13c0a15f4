/** Specification section 5: what a feature request and a problem report may say. */
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
/** What one person may send in an hour, both kinds together. */
export const SENT_PER_HOUR = 10

/** Both are required, and blanks are nothing. */
export const isComplete = (sent: { title: string; description: string }): boolean =>
  sent.title.trim() !== '' && sent.description.trim() !== ''

/** Whatever a name like this holds opens something, or is somebody's. */
const secretName = /token|code|key|secret|pass|invit|auth|sess|sig|hash|mail|phone|name|^next$|^q$|^search$/i
/** A word, a date, a number, an id: what filters and tabs are made of. Longer ones could be secrets. */
const plainValue = /^[A-Za-z0-9_,.:-]{1,36}$/

/**
 * The address that a report carries: where the person was, without what the query could give away. Names stay, so that a
 * filter can be seen; a value stays only where it is plain and its name is no secret's. Fragment, user and password go.
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
