import { useRead, useWrite } from '#platform/web/reads.ts'
import { useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useDownload, useFirstPlace } from '../client.ts'
import { cancelExport, currentExport } from '../contract.ts'

/** The progress of the organization's export, whoever started it, with a button to cancel it. Empty while none is running. */
export const ExportProgress = () => {
  const { session } = useSession()
  // The vendor's exports have no row for a department's admins to follow: the button shows that one is running.
  const { data } = useRead(currentExport, {}, { enabled: !session?.super_admin })
  const cancel = useWrite(cancelExport)
  const download = useDownload()
  const first = useFirstPlace()
  const running = data?.running
  if (!running || !first) return null
  const end = () => {
    // The user's own export is aborted on the receiving side; the server notices.
    if (running.mine && download) download.abort()
    else void cancel.run({ id: running.id }).catch(toast.failure)
  }
  return (
    <aside
      aria-label="Export"
      className="no-print fixed top-16 right-4 left-4 z-30 rounded-ui bg-raised p-4 shadow-float md:top-auto md:right-auto md:bottom-4 md:left-1/2 md:w-96 md:-translate-x-1/2"
    >
      <Progress
        label={running.mine ? running.title : `${running.title} · ${running.by}`}
        done={running.rows_done}
        of={running.rows_total}
      />
      <div className="mt-3 flex justify-end">
        <Button size="small" busy={cancel.pending} onClick={end}>
          Cancel export
        </Button>
      </div>
    </aside>
  )
}
