import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

/** Revokes one invitation after confirmation. */
export const WithdrawButton = ({ email, run }: { email: string; run: () => Promise<unknown> }) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        look="danger-quiet"
        aria-label={`Withdraw the invitation to ${email}`}
        onClick={() => setAsking(true)}
      >
        Withdraw
      </Button>
      {asking && (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title="Withdraw this invitation?"
          text={`The link sent to ${email} will stop working. You can send a new one at any time.`}
          action="Withdraw"
          onConfirm={async () => {
            await run()
            toast.success('Invitation withdrawn', email)
          }}
        />
      )}
    </>
  )
}
