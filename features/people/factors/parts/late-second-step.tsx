import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { whenSettled } from '#platform/web/settled.ts'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import type { SecondStep } from './second-step.tsx'

const fetchStep = async () => ({ default: (await import('./second-step.tsx')).SecondStep })
const Step = lazy(fetchStep)

/** Fetches the second step's code once the sign-in page has all it asked for, so that the first screen doesn't wait for it. */
export const useStepAhead = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    // A failed fetch is made again when the step is shown.
    void whenSettled(client)
      .then(fetchStep)
      .catch(() => undefined)
  }, [client])
}

export const LateSecondStep = (props: ComponentProps<typeof SecondStep>) => (
  <Suspense
    fallback={
      <PublicPage title="Sign in" organization={props.organization ?? null}>
        <CardSkeleton lines={3} />
      </PublicPage>
    }
  >
    <Step {...props} />
  </Suspense>
)
