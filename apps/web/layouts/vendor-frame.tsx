import { lazy, Suspense, useCallback, useState } from 'react'
import { useFollowLive } from '#platform/web/live.ts'
import type { Session } from '#platform/web/session.ts'
import { useScreenPath } from '#platform/web/url.ts'
import { slots } from '../slots.tsx'
import { vendorSlots } from '../vendor-slots.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { GuardedOutlet } from './guard.tsx'
import { holdKeys } from './held-keys.ts'
import { MainPlace, SkipLink } from './main-place.tsx'
import { useShortcut } from './shortcut.ts'
import { VendorHeader } from './vendor-header.tsx'

const VendorPalette = lazy(async () => ({ default: (await import('./vendor-palette.tsx')).VendorPalette }))

/** Everything behind the vendor's sign-in: no organization color, the vendor's own navigation. */
export const VendorFrame = ({ session }: { session: Session }) => {
  const path = useScreenPath()
  const [palette, setPalette] = useState<boolean | null>(null)
  const openPalette = useCallback(() => {
    holdKeys()
    setPalette(true)
  }, [])
  useFollowLive(true)
  useShortcut('k', openPalette)
  return (
    <>
      <SkipLink />
      {/* Its header has a second line, of tabs. */}
      <div className="flex min-h-dvh flex-col lg:[--under-header:6.125rem]">
        <VendorHeader session={session} onFind={openPalette} />
        {vendorSlots.Banner && (
          <Suspense fallback={null}>
            <vendorSlots.Banner />
          </Suspense>
        )}
        <Suspense>{slots.SessionGuard && <slots.SessionGuard />}</Suspense>
        <MainPlace className="mx-auto w-full max-w-[96rem] flex-1 px-4 py-5 md:px-6">
          <ErrorBoundary key={path}>
            <GuardedOutlet />
          </ErrorBoundary>
        </MainPlace>
        <Footer />
      </div>
      <Suspense>{palette !== null && <VendorPalette open={palette} onClose={() => setPalette(false)} />}</Suspense>
    </>
  )
}
