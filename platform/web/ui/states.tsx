import CloudOff from 'lucide-react/icons/cloud-off'
import ShieldX from 'lucide-react/icons/shield-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { wordsFor } from '../words.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

type StateProps = {
  icon?: ReactNode
  title: string
  text: ReactNode
  action?: ReactNode
  className?: string
  quiet?: boolean
}

const State = ({ icon, title, text, action, className, quiet = false }: StateProps) => (
  <div className={cx('flex flex-col items-center px-4 text-center', quiet ? 'py-6' : 'py-12', className)}>
    {icon && (
      <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-hover text-soft [&_svg]:size-5">
        {icon}
      </span>
    )}
    <p className="font-semibold">{title}</p>
    <div className="mt-1 max-w-md text-soft text-balance">{text}</div>
    {action && <div className="mt-4 flex w-full flex-col items-center justify-center gap-2 md:flex-row">{action}</div>}
  </div>
)

/** Says what would be here and how to add it, never only that there is nothing. */
export const EmptyState = (props: StateProps) => <State {...props} />

/** A failed read: a message with a retry. A refusal (4xx) is shown as such. */
export const ErrorState = ({ error, retry, quiet }: { error: unknown; retry?: () => void; quiet?: boolean }) => {
  const words = wordsFor(error)
  const noAnswer = error instanceof ApiError && error.status === 0
  // The standard message is for writes and says that nothing was sent.
  const offline = error instanceof ApiError && error.code === 'offline'
  const title = words.title
  const text = offline
    ? "This page wasn't loaded before you went offline. It opens when you're back online."
    : words.text
  const id = error instanceof ApiError ? error.request_id : ''
  return (
    <div role="alert">
      <State
        {...(quiet ? { quiet } : {})}
        icon={noAnswer ? <WifiOff aria-hidden /> : <TriangleAlert aria-hidden />}
        title={title}
        text={
          <>
            {text}
            {id && <span className="mt-1 block text-small text-faint">Reference {id}</span>}
          </>
        }
        action={retry && <Button onClick={retry}>Try Again</Button>}
      />
    </div>
  )
}

/** For something this person may not see or do; gives the rule and what to do next. */
export const RefusedState = (props: StateProps) => <State {...props} icon={props.icon ?? <ShieldX aria-hidden />} />

/** Shown next to data from the last successful read. */
export const OfflineMark = ({ since }: { since?: string }) => (
  <Badge tone="warn" icon={<CloudOff aria-hidden />}>
    <span className="max-[23rem]:sr-only">Offline{since ? ` · as of ${since}` : ''}</span>
  </Badge>
)
