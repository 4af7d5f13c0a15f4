import { useQueryClient } from '@tanstack/react-query'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Component, type ReactNode, useEffect, useState } from 'react'
import type { ApiError } from '#platform/web/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { said } from '../said.ts'

/** Whether a code file failed to load, by the error messages of Chromium, Firefox, Safari and the stylesheet loader. */
const isCodeFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/** Specification section 4: the error boundary, with 'Try Again' (reset) and 'Refresh Page'. */
export const BrokenScreen = ({ error, reset }: { error: unknown; reset: () => void }) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const tryAgain = async () => {
    // The browser caches a failed code file for as long as the page lives.
    if (isCodeFailure(error)) return window.location.reload()
    setBusy(true)
    // The response that broke the screen may be cached: dropped where only the screen used it, fetched again where the frame
    // uses it too, as the bell does. A failed fetch is reported by the screen itself.
    client.removeQueries({ type: 'inactive' })
    await client.refetchQueries({ type: 'active' })
    reset()
  }
  return (
    <div role="alert" className="mx-auto max-w-xl pt-8">
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={said.broken.title}
        text={said.broken.text}
        action={
          <>
            <Button look="primary" wide busy={busy} onClick={() => void tryAgain()}>
              Try Again
            </Button>
            <Button wide onClick={() => window.location.reload()}>
              Refresh Page
            </Button>
          </>
        }
      />
    </div>
  )
}

/** Reloads the page once that can succeed: automatically when the connection is back. */
export const UnfetchedScreen = ({ error }: { error: ApiError }) => {
  useEffect(() => {
    const anew = () => window.location.reload()
    window.addEventListener('online', anew)
    return () => window.removeEventListener('online', anew)
  }, [])
  return (
    <>
      <PageHeader title="No connection" />
      <ErrorState error={error} />
    </>
  )
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: { error: unknown } | null }> {
  override state: { broken: { error: unknown } | null } = { broken: null }
  static getDerivedStateFromError(error: unknown) {
    return { broken: { error } }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return <BrokenScreen error={this.state.broken.error} reset={() => this.setState({ broken: null })} />
  }
}
