import { paths } from '#platform/shared/paths.ts'

type Placed = { thing_type: string; thing_id: string | null; assignment_id: string | null }

/** The page that shows the record of an entry; null if there is none, or the record is gone. */
export const placeOf = (item: Placed): string | null => {
  if (item.thing_type === 'officers' && item.thing_id) return paths.adminOfficer(item.thing_id)
  if (item.assignment_id) return paths.adminAssignment(item.assignment_id)
  const pages: Readonly<Record<string, string>> = {
    faq_categories: paths.adminFaq(),
    faq_entries: paths.adminFaq(),
    organizations: paths.adminSettings(),
    overtime_requests: paths.adminOvertime(),
    officer_imports: paths.adminOfficersImport(),
    assignment_templates: paths.adminAssignments(),
    locations: paths.adminSettings(),
  }
  return pages[item.thing_type] ?? null
}

/** How many lines of an act the list has; its other entries are a page of their own. */
export const LINES = 8

type Row = Readonly<Record<string, unknown>> | null
export type FieldChange = { field: string; before: unknown; after: unknown; changed: boolean }

/** They change with every save, or are the same in every row. */
const dull = new Set(['updated_at', 'version', 'organization_id', 'id'])

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
export const nothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * Both sides field by field: changed fields first, sorted by name. For an inserted or deleted row, every field with a value has
 * changed.
 */
export const compare = (before: Row, after: Row): FieldChange[] => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !dull.has(name),
  )
  return names
    .map((field) => {
      const [was, is] = [before?.[field] ?? null, after?.[field] ?? null]
      const changed = before === null || after === null ? !nothing(was) || !nothing(is) : !same(was, is)
      return { field, before: was, after: is, changed }
    })
    .toSorted((a, b) => Number(b.changed) - Number(a.changed) || (a.field < b.field ? -1 : 1))
}

/** Ids of entries that say what the one above says: one act changed several things in the same instant. */
export const repeatsIn = <Row extends { id: string; at: string }>(
  rows: readonly Row[],
  said: (row: Row) => string,
): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row, at) => {
      const above = rows[at - 1]
      return above?.at === row.at && said(above) === said(row) ? [row.id] : []
    }),
  )
