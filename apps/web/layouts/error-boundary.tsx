import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Component, type ReactNode, useEffect } from 'react'
import type { ApiError } from '#platform/web/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { said } from '../said.ts'

/** Specification section 4: the error boundary, with 'Try Again' (reset) and 'Refresh Page'. */
export const BrokenScreen = ({ reset }: { reset: () => void }) => (
  <div role="alert" className="mx-auto max-w-xl pt-8">
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={said.broken.title}
      text={said.broken.text}
      action={
        <>
          <Button look="primary" wide onClick={reset}>
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

/** Loads the page anew once that can succeed: by itself as soon as the connection is back. */
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

export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return <BrokenScreen reset={() => this.setState({ broken: false })} />
  }
}
