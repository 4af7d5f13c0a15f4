import Download from 'lucide-react/icons/download'
import { answerInstallHint, askToInstall, type InstallWay, useInstallWay } from '#platform/web/install.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { InstallSteps } from '#platform/web/ui/install-steps.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

const install = async () => {
  const done = await askToInstall()
  answerInstallHint()
  if (done) toast.success('App installed', 'Open it from your home screen.')
}

const How = ({ way }: { way: InstallWay }) => {
  if (way === 'installed') return <p className="text-soft">This is the installed app.</p>
  if (way === 'steps') return <InstallSteps />
  if (way === 'prompt')
    return (
      <Button look="primary" icon={<Download aria-hidden />} onClick={() => void install().catch(toast.failure)}>
        Install
      </Button>
    )
  return (
    <p className="text-soft">
      This browser isn't offering to install the app. On an iPhone or iPad, open this page in Safari. On other devices,
      look for Install in the Chrome or Edge menu.
    </p>
  )
}

/** How to install the application here, at any time. */
export const InstallCard = () => {
  const way = useInstallWay()
  return (
    <Card
      title={way === 'steps' ? 'Add to Home Screen' : 'Install the app'}
      hint="It opens with one tap and works without a connection."
      aside={way === 'installed' ? <Badge tone="ok">Installed</Badge> : null}
    >
      <How way={way} />
    </Card>
  )
}
