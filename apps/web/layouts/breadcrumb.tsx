import ChevronRight from 'lucide-react/icons/chevron-right'
import { paths } from '#platform/shared/paths.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname } from '#platform/web/url.ts'
import { type RouteEntry, routes } from '../routes.ts'

const entries: Readonly<Record<string, RouteEntry>> = routes

/** On admin paths only (specification section 2). */
export const Breadcrumb = () => {
  const path = usePathname()
  const label = entries[path]?.label
  if (!label) return null
  const dashboard = path === paths.adminDashboard()
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-3 hidden text-small text-faint md:block">
      <ol className="flex items-center gap-1.5">
        {!dashboard && (
          <>
            <li>
              <Anchor to={paths.adminDashboard()} className="hover:text-ink">
                Dashboard
              </Anchor>
            </li>
            <li aria-hidden>
              <ChevronRight className="size-3.5" />
            </li>
          </>
        )}
        <li aria-current="page" className="text-soft">
          {label}
        </li>
      </ol>
    </nav>
  )
}
