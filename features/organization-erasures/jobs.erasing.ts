import type { Database } from '#platform/server/db.ts'
import { orderTables } from './rules.ts'
import * as store from './store.erasing.ts'

/** Seals what is left of an organization's audit, and adds its last anchor. */
export type CloseAudit = (database: Database, organizationId: string) => Promise<void>

const rowsAtOnce = 2000
const accountsAtOnce = 50

/** Runs until a batch takes nothing, or it is to stop; how many were taken. */
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
 * Erases one organization, in transactions of bounded size, each with its count in the certificate: one that is broken off goes
 * on where it stood. First nobody gets in any more and the audit gets its last seal; then table by table goes, the people who are
 * nowhere else, and at the end the audit itself.
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
  // Whoever was under way when the door closed may have written behind: looked through until nothing is found.
  while ((await everything()) > 0);
  if (!stopping()) await store.updateFinished(database, due)
}
