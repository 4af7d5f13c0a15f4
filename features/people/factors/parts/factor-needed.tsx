import { useState } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { useRenewSession } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { listFactors } from '../contract.ts'
import { useOwnCalls } from './own-factors.tsx'
import { Prove, useProof } from './prove.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

/** Replaces an admin page for an admin without a second factor in this session, such as one promoted since signing in. */
export const FactorNeeded = ({ onDone }: { onDone: () => void }) => {
  const own = useRead(listFactors, {})
  const renew = useRenewSession()
  const { proved, question } = useProof()
  const calls = useOwnCalls(proved)
  const done = () => void renew().then(onDone)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [has, setHas] = useState<boolean | null>(null)
  if (own.data && has === null) setHas(own.data.factors.length > 0)
  const inside = () => {
    if (codes) return <RecoveryCodes codes={codes} onKept={done} />
    if (own.error && has === null) return <ErrorState quiet error={own.error} retry={() => void own.refetch()} />
    if (has === null) return <CardSkeleton lines={3} />
    if (has) return <Prove onDone={done} />
    return <SetUp calls={calls} onDone={({ recovery_codes }) => (recovery_codes ? setCodes(recovery_codes) : done())} />
  }
  return (
    <div className="mx-auto max-w-md">
      <PageHeader title={codes ? 'Recovery codes' : has ? 'Second step' : 'Set up a second factor'} />
      <Card>
        {!codes && (
          <p className="mb-4 text-soft">
            You're an admin of this department. Use a second factor to open the admin pages; everything else works as
            before.
          </p>
        )}
        {inside()}
      </Card>
      {question}
    </div>
  )
}
