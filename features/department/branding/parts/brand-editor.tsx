import { useCallback, useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readBranding } from '../contract.ts'
import { BrandForm } from './brand-form.tsx'
import { LogoCard } from './logo-card.tsx'

type Saved = OutputOf<typeof readBranding>

type Props = {
  /** The name of the button that saves. */
  action?: string
  onSaved?: () => void
}

const Filled = ({ latest, ...props }: Props & { latest: Saved }) => {
  const [seen, setSeen] = useState({ saved: latest, time: 0 })
  const take = useCallback(() => {
    sessionStorage.removeItem('draft:branding')
    setSeen((before) => ({ saved: latest, time: before.time + 1 }))
  }, [latest])
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <BrandForm key={seen.time} saved={seen.saved} latest={latest} onTake={take} {...props} />
      <LogoCard logo={latest.logo} name={latest.name} />
    </div>
  )
}

/** The department's name, color and logo. */
export const BrandEditor = (props: Props) => {
  const read = useRead(readBranding, {})
  if (read.data) return <Filled latest={read.data} {...props} />
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <CardSkeleton lines={6} />
      <CardSkeleton lines={4} />
    </div>
  )
}
