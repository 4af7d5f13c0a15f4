import type { ReactNode } from 'react'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState, RefusedState } from '#platform/web/ui/states.tsx'
import { wordsFor } from '#platform/web/words.ts'

type LinkStateProps = {
  link: { isPending: boolean; error: { status: number } | null; refetch: () => unknown }
  title: string
  /** What to do if the link is used, expired or of another kind. */
  action: ReactNode
}

/** Loading, error and invalid states of an emailed link. */
export const LinkState = ({ link, title, action }: LinkStateProps) => {
  if (link.error && link.error.status !== 404)
    return <ErrorState error={link.error} retry={() => void link.refetch()} />
  if (link.isPending)
    return (
      <div className="mx-auto w-full max-w-md">
        <CardSkeleton lines={4} />
      </div>
    )
  const said = wordsFor(link.error)
  return (
    <PublicPage title={title}>
      <RefusedState quiet title={said.title} text={said.text} action={action} />
    </PublicPage>
  )
}
