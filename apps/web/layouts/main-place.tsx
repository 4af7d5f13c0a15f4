import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useScreenPath } from '#platform/web/url.ts'

/**
 * The screen's container. After navigation it receives focus, so that the keyboard continues from there and the new title is
 * announced.
 */
export const MainPlace = ({ children, className }: { children: ReactNode; className?: string }) => {
  const path = useScreenPath()
  const place = useRef<HTMLElement>(null)
  const before = useRef(path)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    place.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
    const timer = setTimeout(() => setTitle(document.title), 250)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <>
      <main id="main" ref={place} tabIndex={-1} className={className}>
        {children}
      </main>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
    </>
  )
}

export const SkipLink = () => (
  <a
    href="#main"
    className="no-print fixed top-2 left-2 z-50 -translate-y-20 rounded-ui bg-brand px-4 py-2.5 font-medium text-on-brand focus:translate-y-0"
  >
    Skip to content
  </a>
)
