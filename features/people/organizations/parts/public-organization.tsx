import type { ReactNode } from 'react'
import { NotThere } from '#platform/web/not-there.tsx'
import { useRead } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { type PublicOrganization, readByAgency, readById } from '../contract.ts'
import { DEMO_FALLBACK } from '../rules.ts'

type Shown = {
  organization: PublicOrganization
  /** Set if loading failed and the organization is only the demo constant: the page must not submit anything. */
  failed: ReactNode
}
type Props = { children: (shown: Shown) => ReactNode }

/** A public page of an organization: its name, logo and color; the not-found screen if it does not exist. */
const Loaded = ({ read, children }: Props & { read: ReturnType<typeof useRead<typeof readById>> }) => {
  if (read.data) return children({ organization: read.data, failed: null })
  const { error } = read
  if (!error)
    return (
      <div className="mx-auto w-full max-w-md">
        <CardSkeleton lines={5} />
      </div>
    )
  if (error.status === 404 || error.status === 400) return <NotThere />
  const failed = (
    <Notice
      tone="warn"
      title="Your department couldn't be loaded"
      action={<Button onClick={() => void read.refetch()}>Try Again</Button>}
    >
      You can't sign in until it loads.
    </Notice>
  )
  return children({ organization: DEMO_FALLBACK, failed })
}

export const OrganizationOfAgency = ({ agency, children }: Props & { agency: string }) => (
  <Loaded read={useRead(readByAgency, { agency })}>{children}</Loaded>
)

export const OrganizationOfId = ({ id, children }: Props & { id: string }) => (
  <Loaded read={useRead(readById, { id })}>{children}</Loaded>
)
