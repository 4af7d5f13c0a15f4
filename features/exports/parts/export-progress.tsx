import { useRead, useWrite } from '#platform/web/reads.ts'
import { useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useDownload, useFirstPlace } from '../client.ts'
import { cancelExport, currentExport } from '../contract.ts'

/** How far the organization's export is, whoever started it, and its end before its time. Nothing while none runs. */
export const ExportProgress = () => {
  const { session } = useSession()
  // The vendor's exports have no row that a department's admins follow: the button says that one runs.
  const { data } = useRead(currentExport, {}, { enabled: !session?.super_admin })
  const cancel = useWrite(cancelExport)
  const download = useDownload()
  const first = useFirstPlace()
  const running = data?.running
  if (!running || !first) return null
  const end = () => {
    // One's own is ended where it is received; the server notices.
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
