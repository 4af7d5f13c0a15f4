import Download from 'lucide-react/icons/download'
import { Needs } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { startExport, useDownload } from '../client.ts'
import { exportEverything } from '../contract.ts'
import { ExportProgress } from './export-progress.tsx'

/** All of the organization's records in one zip: admins can download it at any time, even after the trial has ended. */
export const ExportEverything = ({ look = 'plain' }: { look?: 'plain' | 'primary' }) => {
  const busy = useDownload() !== null
  return (
    <>
      <Needs call={exportEverything}>
        <Button
          look={look}
          icon={<Download aria-hidden />}
          busy={busy}
          onClick={() => void startExport(exportEverything, {})}
        >
          Export everything
        </Button>
      </Needs>
      <ExportProgress />
    </>
  )
}
