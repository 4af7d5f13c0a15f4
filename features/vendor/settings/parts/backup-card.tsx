import type { OutputOf } from '#platform/shared/endpoint.ts'
import { HOUR } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { ago, dayAndClock } from '#platform/web/time.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { readVendorSettings } from '../contract.ts'

type Backup = OutputOf<typeof readVendorSettings>['backup']

/** A copy is made every 24 hours. */
const lateMs = 27 * HOUR

const whenWords = (at: string | null, now: number): string =>
  at === null ? 'Not yet' : `${dayAndClock(at, 'UTC')} UTC (${ago(at, now)})`

/** Whether this installation is backed up, and whether a backup was seen to work. */
export const BackupCard = ({ backup }: { backup: Backup }) => {
  const now = useNow()
  if (!backup)
    return (
      <Card title="Backup">
        <p className="text-soft">
          This installation doesn't keep its own backups. The operator can set a backup folder or back up the database.
        </p>
      </Card>
    )
  const isLate = backup.copied_at === null || now - Date.parse(backup.copied_at) > lateMs
  return (
    <Card title="Backup" hint="The database is copied every day, and every copy is restored as a test.">
      {isLate && (
        <Notice tone="warn" title="The backup is late">
          Check the server log for the cause and notify the operator.
        </Notice>
      )}
      <Facts
        facts={[
          ['Last copy', whenWords(backup.copied_at, now)],
          ['Last restored', whenWords(backup.restored_at, now)],
        ]}
      />
    </Card>
  )
}
