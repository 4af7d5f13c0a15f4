import { useState } from 'react'
import { gatherBrowserInfo, useReportProblem, useSent } from '#features/department/feedback/client.ts'
import { useNow } from '#platform/web/clock.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

const title = 'Account deletion'
const description =
  'Please delete this account and the data that belongs only to it. The department keeps the records of shifts and hours.'

/** Both app stores require a way to ask for it inside the app (docs/decisions/0234). The request goes to the vendor's team. */
export const DeleteAccountCard = () => {
  const report = useReportProblem()
  const sent = useSent()
  const zone = useZone()
  const now = useNow()
  const [asks, setAsks] = useState(false)
  const open = sent.items?.find((one) => one.title === title && ['pending', 'in_progress'].includes(one.status))
  const ask = async () => {
    await report.run({ title, description, category: 'data', severity: 'medium', browser_info: gatherBrowserInfo() })
    toast.success('Request sent')
  }
  return (
    <Card title="Delete account">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          {open
            ? `Requested ${dayAndClock(open.created_at, zone, now)}. You'll find the answer under Help, Sent.`
            : 'Your department keeps the records of your shifts and hours. Sign-in, contact details and devices are deleted.'}
        </p>
        {!open && (
          <div>
            <Button look="danger-quiet" busy={!sent.items && !sent.error} onClick={() => setAsks(true)}>
              Request deletion
            </Button>
          </div>
        )}
      </div>
      {asks && (
        <Confirm
          open
          onClose={() => setAsks(false)}
          title="Request deletion of your account? You won't be able to sign in after it's deleted."
          text="We'll check with your department first, then answer under Help, Sent. Until then, nothing changes."
          action="Request deletion"
          onConfirm={ask}
        />
      )}
    </Card>
  )
}
