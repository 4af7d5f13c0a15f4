import BellRing from 'lucide-react/icons/bell-ring'
import { usePushSupport } from '#features/department/channels/client.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { dismissAlertOffer, readAlertOffer } from '../contract.alerts.ts'

/** For officers who can be ordered in and have neither push nor text: once, until dismissed. */
export const AlertOffer = () => {
  const support = usePushSupport()
  const offer = useRead(readAlertOffer, {})
  const dismissing = useWrite(dismissAlertOffer, { invalidates: [readAlertOffer] })
  if (!offer.data?.offered || support === 'none' || support === 'none_in_app') return null
  const dismiss = async () => {
    try {
      await dismissing.run({})
      toast.success('Reminder dismissed', 'You can turn on alerts later in your profile, under Notifications.')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <BellRing aria-hidden className="size-6 shrink-0 text-brand-ink" />
        <div className="min-w-[min(14rem,60vw)] flex-1">
          <h2 className="font-semibold">Get alerts for order-ins</h2>
          <p className="text-small text-soft">
            Push notifications and text messages are off. If you're ordered in, you'll be notified only here and by
            email.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink look="tint" to={paths.officerProfile('notifications')}>
            Turn on alerts
          </ButtonLink>
          <Button look="quiet" busy={dismissing.pending} onClick={() => void dismiss()}>
            Dismiss
          </Button>
        </div>
      </div>
    </Card>
  )
}
