import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname, useUrlValue } from '#platform/web/url.ts'
import { adminBottomItems, bottomItems, currentItem } from '../navigation.ts'
import { slots } from '../slots.tsx'
import { pendingBadge } from './pending-badge.tsx'
import { useFrame } from './view.ts'

/** The four pages of every day, within reach of the thumb. */
export const BottomBar = () => {
  const { view } = useFrame()
  const counts = slots.useCounts()
  const path = usePathname()
  const [shownView] = useUrlValue('view')
  const items = view === 'admin' ? adminBottomItems : bottomItems
  const here = currentItem(items, path, shownView)
  return (
    <nav
      aria-label="Main"
      className="border-t border-line pb-[env(safe-area-inset-bottom)] [--spacing:min(0.25rem,4px)]"
    >
      <ul className="flex">
        {items.map((item) => (
          <li key={item.label} className="min-w-0 flex-1">
            <Anchor
              to={item.to ?? item.route}
              aria-current={item !== here ? undefined : path === item.route ? 'page' : 'true'}
              className={cx(
                'group flex min-h-16 flex-col-reverse items-center justify-center gap-1 py-1 font-medium short:min-h-11 short:flex-row-reverse short:py-0',
                item === here ? 'text-brand-ink' : 'text-soft',
              )}
            >
              {/* Large text of the browser's settings: as large as fits the width, and two lines, but never cut. */}
              <span className="max-w-full text-center text-[min(0.75rem,4.2vw)] leading-tight max-[22rem]:tracking-tighter">
                {item.label}
              </span>
              <span
                className={cx(
                  'relative flex h-7 w-14 items-center justify-center rounded-full',
                  item === here ? 'bg-brand-wash' : 'group-active:bg-hover',
                )}
              >
                <item.icon aria-hidden className="size-5.5" />
                <span className="absolute -top-1 left-8 flex [&>*]:text-[min(0.75rem,12px)]">
                  {pendingBadge(item, counts, 99)}
                </span>
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
