import { useEffect } from 'react'
import type { Session } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { said } from '../said.ts'

/** Shown once when the trial is found to be over, to officers too; not again on every navigation. */
export const useTrialEndToast = (session: Session | null | undefined): void => {
  const over = session?.officer?.approved === true && session.organization?.trial?.expired === true
  useEffect(() => {
    if (over) toast.error(said.trialExpired.title, said.trialExpired.text, { duration: 10_000 })
  }, [over])
}
