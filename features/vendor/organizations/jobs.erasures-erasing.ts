import type { Database } from '#platform/server/db.ts'
import { orderTables } from './rules.erasures.ts'
import * as store from './store.erasures-erasing.ts'

/** Seals what is left of an organization's audit and adds its last anchor. */
export type CloseAudit = (database: Database, organizationId: string) => Promise<void>

/** Some eighty tables refer to officers and are asked about each: on a busy machine 2,000 of them took up to the statement's 5 s. */
const rowsAtOnce = 500
const accountsAtOnce = 50

/** Repeats until a batch deletes nothing, or it has to stop; returns how many rows were deleted. */
const untilNone = async (batch: () => Promise<number>, stopping: () => boolean): Promise<number> => {
  let all = 0
  while (!stopping()) {
    const taken = await batch()
    if (taken === 0) break
    all += taken
  }
  return all
}

/**
 * Erases one organization, in transactions of bounded size, each with its count in the certificate; an interrupted erasure
 * continues where it stopped. First, access is closed and the audit gets its last seal; then each table is emptied, then people
 * who belong nowhere else are deleted, and finally the audit itself.
 */
export const eraseOrganization = async (
  database: Database,
  due: store.Due,
  closeAudit: CloseAudit,
  stopping: () => boolean,
): Promise<void> => {
  if (!due.begun) {
    await store.closeForGood(database, due.subject_id)
    await store.releaseMerged(database, due.subject_id)
    await closeAudit(database, due.subject_id)
    await store.updateBegun(database, due)
  }
  const { tables, links } = await store.listErasable(database, due.subject_id)
  const last = ['audit_seal_entries', 'audit_seals', 'audit_entries']
  const first = orderTables(tables, links).filter((table) => !last.includes(table))
  const empty = async (names: readonly string[]) => {
    let erased = 0
    for (const table of names)
      erased += await untilNone(() => store.eraseRows(database, due, table, rowsAtOnce), stopping)
    return erased
  }
  const everything = async () =>
    (await untilNone(() => store.eraseTraces(database, due), stopping)) +
    (await empty(first)) +
    (await untilNone(() => store.erasePeople(database, due, accountsAtOnce), stopping)) +
    (await empty([...store.strewn, ...last]))
  // Calls in progress when access closed may have written afterwards, so this repeats until nothing is found.
  while ((await everything()) > 0);
  if (!stopping()) await store.updateFinished(database, due)
}
