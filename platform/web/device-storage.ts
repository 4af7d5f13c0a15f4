import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * A database on this device, opened when it is first needed and kept open; `again` opens a new connection next time. It closes at once
 * when someone deletes the database. Rejects if the browser stores nothing.
 */
export const deviceStorage = <Schema extends DBSchema>(
  name: string,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): { open: () => Promise<IDBPDatabase<Schema>>; again: () => void } => {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const again = () => {
    opened = null
  }
  // Asynchronous throughout: without storage `openDB` throws at once.
  const open = async () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade,
      blocking: (_current, _next, event) => {
        again()
        ;(event.target as IDBDatabase).close()
      },
      terminated: again,
    })
    opened.catch(again)
    return opened
  }
  return { open, again }
}
