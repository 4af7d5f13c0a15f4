const form =
  /^([12]\d{3}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d{1,6})?)(?:Z|\+00:00)[~_]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The instant and id that a page of a list ended with; null for what no page ever said, made by hand for instance. */
export const readCursor = (after: string | undefined): { at: string; id: string } | null => {
  const [, day = '', time = '', id = ''] = form.exec(after ?? '') ?? []
  const at = `${day}${time}Z`
  const ms = Date.parse(at)
  // A day that no calendar has is moved by the parser, and refused by the database.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? { at, id } : null
}
