import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useStay } from '../stay.ts'
import { useUrlValue } from '../url.ts'

export type Tab = { value: string; label: string; count?: number | undefined; content: ReactNode }

const tabClass =
  'flex min-h-11 items-center gap-2 border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-soft hover:text-ink data-active:border-brand-ink data-active:text-ink md:min-h-10'

/** Marks a line of tabs that continues to the right, and shows the chosen one. */
const follow = (line: HTMLElement | null) => {
  if (!line) return
  const look = () => line.toggleAttribute('data-more', line.scrollLeft + line.clientWidth < line.scrollWidth - 4)
  const chosen = line.querySelector<HTMLElement>('[data-active]')
  if (chosen) line.scrollLeft = chosen.offsetLeft - line.offsetLeft - line.clientWidth / 2 + chosen.offsetWidth / 2
  const watch = new ResizeObserver(look)
  watch.observe(line)
  line.addEventListener('scroll', look, { passive: true })
  return () => {
    watch.disconnect()
    line.removeEventListener('scroll', look)
  }
}

/**
 * Tabs whose selection is kept in the URL under `name`; the first one is the default and is not written to the URL. The scroll
 * position stays, because the tabs may be below a tall header.
 */
export const Tabs = ({ name = 'tab', label, tabs }: { name?: string; label: string; tabs: readonly Tab[] }) => {
  const [inUrl, setInUrl] = useUrlValue(name)
  const first = tabs[0]?.value
  const value = tabs.some((tab) => tab.value === inUrl) ? inUrl : first
  const stay = useStay()
  const choose = (next: string) => {
    stay()
    setInUrl(next === first ? null : next)
  }
  return (
    <Base.Root value={value} onValueChange={choose}>
      <Base.List
        ref={follow}
        aria-label={label}
        className="no-print -mx-4 flex gap-4 overflow-x-auto border-b border-line px-4 data-more:mask-r-from-80% md:mx-0 md:gap-6 md:px-0"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures rounded-full bg-hover px-2 text-small text-soft">{tab.count}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4 max-md:pt-2">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
