/** What is known of the installation's backups, as instants; null: never yet. */
export type BackupStatus = { copied_at: string | null; restored_at: string | null }

let read: (() => BackupStatus) | null = null

/** Set by the process that keeps the backups; null: none does. */
export const setBackupStatus = (status: (() => BackupStatus) | null): void => {
  read = status
}

/** null: this installation keeps no backups of its own. */
export const backupStatus = (): BackupStatus | null => read?.() ?? null
