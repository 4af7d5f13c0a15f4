import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { answerInstallHint, askToInstall } from '#platform/web/install.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { InstallSteps } from '#platform/web/ui/install-steps.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

/** After the first shift completed on this phone, until the officer answers. Profile, This device always has it. */
export default function InstallHint({ way }: { way: 'prompt' | 'steps' }): ReactNode {
  const [busy, setBusy] = useState(false)
  const dismiss = () => {
    answerInstallHint()
    toast.success('Reminder dismissed', 'You can install the app later in your profile, under This device.')
  }
  const install = async () => {
    setBusy(true)
    // Whatever the person answers, the browser does not let the page ask again.
    await askToInstall().finally(answerInstallHint)
  }
  return (
    <section
      aria-label="Install the app"
      className="no-print flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-b border-line bg-raised px-4 py-3 text-small"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold">
          {way === 'steps' ? 'Add this app to your Home Screen' : 'Install this app on your phone'}
        </p>
        <p className="text-soft">It opens with one tap and works without a connection.</p>
        {way === 'steps' && <InstallSteps />}
      </div>
      <div className="flex flex-wrap gap-2">
        {way === 'prompt' && (
          <Button
            size="small"
            look="primary"
            icon={<Download aria-hidden />}
            busy={busy}
            onClick={() => void install().catch(toast.failure)}
          >
            Install
          </Button>
        )}
        <Button size="small" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
