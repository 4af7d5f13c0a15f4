import { useEffect } from 'react'
import { applyBrand } from '#platform/web/brand.ts'
import { forceTheme } from '#platform/web/theme.ts'
import { usePathname } from '#platform/web/url.ts'
import { Footer } from './footer.tsx'
import { GuardedOutlet } from './guard.tsx'
import { MainPlace } from './main-place.tsx'

/** Landing, sign-in, vendor and legal pages: a footer only, and no organization's colour of its own accord. */
export const PlainLayout = () => {
  const path = usePathname()
  const landing = path === '/' || path === '/landing'
  useEffect(() => {
    applyBrand(null)
    if (landing) forceTheme('dark')
    return () => forceTheme(null)
  }, [landing])
  return (
    <div className="flex min-h-dvh flex-col">
      <MainPlace className={landing ? 'flex-1' : 'mx-auto w-full max-w-6xl flex-1 px-4 py-8 md:px-6'}>
        <GuardedOutlet />
      </MainPlace>
      <Footer />
    </div>
  )
}
