import type { ReactNode } from 'react'
import { useWrite } from '#platform/web/reads.ts'
import { type Session, useRenewSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useTitle } from '#platform/web/ui/page.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { acceptNotice } from '../contract.ts'

/** The department's notice, shown instead of everything else until it is accepted. */
export const NoticePage = ({
  notice,
  organization,
  mark,
  leave,
  before,
}: {
  notice: NonNullable<Session['notice']>
  organization: string
  /** The department's name and logo. */
  mark: ReactNode
  /** The sign-out for people who do not accept. */
  leave: ReactNode
  /** A shift that goes on meanwhile. */
  before: ReactNode
}) => {
  useTitle('Notice')
  const accept = useWrite(acceptNotice)
  const renew = useRenewSession()
  const press = async () => {
    try {
      await accept.run({ version: notice.version })
    } catch (error) {
      toast.failure(error)
    }
    await renew()
  }
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5 px-4 py-8 md:py-14">
      {mark}
      {before}
      <Card>
        <h1 tabIndex={-1} className="text-title font-semibold tracking-tight">
          Notice
        </h1>
        <p className="mt-1 text-soft">{organization} requires everyone to read and accept this notice.</p>
        <div className="my-5 border-y border-line py-4 leading-relaxed whitespace-pre-wrap">{notice.text}</div>
        <div className="flex flex-col gap-2 md:flex-row">
          <Button look="primary" wide busy={accept.pending} onClick={() => void press()}>
            I accept
          </Button>
          {leave}
        </div>
      </Card>
    </main>
  )
}
