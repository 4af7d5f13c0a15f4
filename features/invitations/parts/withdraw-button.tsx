import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

/** Takes one invitation back, after a question. */
export const WithdrawButton = ({ email, run }: { email: string; run: () => Promise<unknown> }) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        look="danger-quiet"
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => setAsking(true)}
      >
        Withdraw
      </Button>
      {asking && (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title="Withdraw the invitation?"
          text={`The link that was mailed to ${email} opens nothing from now on. Another can be sent at any time.`}
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
