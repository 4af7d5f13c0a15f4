import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname } from '#platform/web/url.ts'
import { bottomItems } from '../navigation.ts'

/** The officer's four destinations, within reach of the thumb. */
export const BottomBar = () => {
  const path = usePathname()
  return (
    <nav
      aria-label="Main"
      className="no-print fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {bottomItems.map((item) => (
          <li key={item.route} className="min-w-0 flex-1">
            <Anchor
              to={item.route}
              aria-current={path === item.route ? 'page' : undefined}
              className={cx(
                'flex h-16 flex-col items-center justify-center gap-1 text-tiny font-medium',
                path === item.route ? 'text-brand-ink' : 'text-soft',
              )}
            >
              <span
                className={cx(
                  'flex h-7 w-14 items-center justify-center rounded-full',
                  path === item.route && 'bg-brand-wash',
                )}
              >
                <item.icon aria-hidden className="size-5.5" />
              </span>
              <span className="max-w-full truncate max-[22rem]:tracking-tighter">{item.label}</span>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
