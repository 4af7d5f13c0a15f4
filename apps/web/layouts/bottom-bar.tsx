import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname } from '#platform/web/url.ts'
import { bottomItems, currentItem } from '../navigation.ts'

/** The officer's four destinations, within reach of the thumb. */
export const BottomBar = () => {
  const path = usePathname()
  const here = currentItem(bottomItems, path)
  return (
    <nav
      aria-label="Main"
      className="border-t border-line pb-[env(safe-area-inset-bottom)] [--spacing:min(0.25rem,4px)]"
    >
      <ul className="flex">
        {bottomItems.map((item) => (
          <li key={item.route} className="min-w-0 flex-1">
            <Anchor
              to={item.route}
              aria-current={item !== here ? undefined : path === item.route ? 'page' : 'true'}
              className={cx(
                'group flex min-h-16 flex-col items-center justify-center gap-1 py-1 font-medium short:min-h-11 short:flex-row short:py-0',
                item === here ? 'text-brand-ink' : 'text-soft',
              )}
            >
              <span
                className={cx(
                  'flex h-7 w-14 items-center justify-center rounded-full',
                  item === here ? 'bg-brand-wash' : 'group-active:bg-hover',
                )}
              >
                <item.icon aria-hidden className="size-5.5" />
              </span>
              {/* Large text of the browser's settings: as large as fits the width, and two lines, but never cut. */}
              <span className="max-w-full text-center text-[min(0.75rem,4.2vw)] leading-tight max-[22rem]:tracking-tighter">
                {item.label}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
