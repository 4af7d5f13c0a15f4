import { useEffect } from 'react'
import type { Session } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { said } from '../said.ts'

/**
 * Shown once when the trial is found to be over, not again on every navigation. Not to admins: they are the administrator it names, and
 * every page they can still open says so itself.
 */
export const useTrialEndToast = (session: Session | null | undefined): void => {
  const over =
    session?.officer?.approved === true &&
    session.officer.role !== 'admin' &&
    session.organization?.trial?.expired === true
  useEffect(() => {
    if (over) toast.error(said.trialExpired.title, said.trialExpired.text, { duration: 10_000 })
  }, [over])
}
