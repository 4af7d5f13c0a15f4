import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'

const sections = [
  { id: 'department', title: 'Department' },
  { id: 'time', title: 'Time' },
  { id: 'work', title: 'Sign-up and hours' },
  { id: 'access', title: 'Sign-in and notice' },
  { id: 'locations', title: 'Locations' },
  { id: 'channels', title: 'Texts and calls' },
  { id: 'sent', title: 'Sent notifications' },
] as const
type SectionId = (typeof sections)[number]['id']

/** Below the header, and a little of what comes before. */
const LINE = 96

/** A part of the page that the list of sections leads to. */
export const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <div id={id} tabIndex={-1} className="flex scroll-mt-18 flex-col gap-5 outline-none">
    {children}
  </div>
)

/** The section at the top of the window; the last one where the page ends. */
const useCurrent = (): SectionId => {
  const [current, setCurrent] = useState<SectionId>('department')
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement
      const atEnd = scrollTop > 0 && scrollHeight - clientHeight - scrollTop < 2
      const above = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && (atEnd || top <= LINE)
      })
      setCurrent(above.at(-1)?.id ?? 'department')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return current
}

/** At a desk, beside a long page: its sections, with the current one marked. */
export const SectionList = () => {
  const current = useCurrent()
  return (
    <nav aria-label="Sections" className="no-print sticky top-18 hidden self-start lg:block">
      <ul className="border-l border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                // The address stays as it is: Back leaves the page.
                event.preventDefault()
                const section = document.getElementById(id)
                section?.scrollIntoView({ block: 'start' })
                section?.focus({ preventScroll: true })
              }}
              className={cx(
                '-ml-px flex min-h-control items-center border-l-2 px-3 text-small hover:text-ink',
                id === current ? 'border-brand font-medium text-ink' : 'border-transparent text-soft',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
