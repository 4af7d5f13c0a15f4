import { lazy, Suspense, useEffect } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { applyBrand } from '#platform/web/brand.ts'
import { useSession } from '#platform/web/session.ts'
import { useScreenPath } from '#platform/web/url.ts'
import { GuardedOutlet, ScreenSkeleton } from './guard.tsx'
import { Locked } from './locked.tsx'
import { PlainFrame } from './plain-frame.tsx'

const VendorFrame = lazy(async () => ({ default: (await import('./vendor-frame.tsx')).VendorFrame }))

const isVendors = (path: string) => path.startsWith(`${paths.superAdmin()}/`) && path !== paths.superAdminLogin()

/**
 * Sign-in, vendor and legal pages: a footer only, and no organization color. After sign-in, the vendor's pages have
 * their own navigation.
 */
export const PlainLayout = () => {
  const path = useScreenPath()
  const { session } = useSession()
  useEffect(() => applyBrand(null), [])
  if (session?.super_admin && isVendors(path))
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <VendorFrame session={session} />
      </Suspense>
    )
  return (
    <PlainFrame>
      <Locked />
      <GuardedOutlet />
    </PlainFrame>
  )
}
