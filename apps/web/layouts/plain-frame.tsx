import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { MainPlace } from './main-place.tsx'

/** A page with a footer only. */
export const PlainFrame = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <MainPlace className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 md:px-6">{children}</MainPlace>
    <Footer />
  </div>
)
