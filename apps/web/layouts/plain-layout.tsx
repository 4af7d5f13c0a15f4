import { lazy, Suspense, useEffect } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { applyBrand } from '#platform/web/brand.ts'
import { useSession } from '#platform/web/session.ts'
import { forceTheme } from '#platform/web/theme.ts'
import { useScreenPath } from '#platform/web/url.ts'
import { Footer } from './footer.tsx'
import { GuardedOutlet, ScreenSkeleton } from './guard.tsx'
import { Locked } from './locked.tsx'
import { MainPlace } from './main-place.tsx'

const VendorFrame = lazy(async () => ({ default: (await import('./vendor-frame.tsx')).VendorFrame }))

const isVendors = (path: string) => path.startsWith(`${paths.superAdmin()}/`) && path !== paths.superAdminLogin()

/**
 * Landing, sign-in, vendor and legal pages: a footer only, and no organization color. After sign-in, the vendor's pages have
 * their own navigation.
 */
export const PlainLayout = () => {
  const path = useScreenPath()
  const { session } = useSession()
  const landing = path === '/' || path === '/landing'
  useEffect(() => {
    applyBrand(null)
    if (landing) forceTheme('dark')
    return () => forceTheme(null)
  }, [landing])
  if (session?.super_admin && isVendors(path))
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <VendorFrame session={session} />
      </Suspense>
    )
  return (
    <div className="flex min-h-dvh flex-col">
      <MainPlace className={landing ? 'flex-1' : 'mx-auto w-full max-w-6xl flex-1 px-4 py-8 md:px-6'}>
        {!landing && <Locked />}
        <GuardedOutlet />
      </MainPlace>
      <Footer />
    </div>
  )
}
