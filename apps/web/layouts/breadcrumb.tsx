import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment } from 'react'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname, useUrlValue } from '#platform/web/url.ts'
import { crumbsOf } from '../navigation.ts'

/** On admin paths only (specification section 2). */
export const Breadcrumb = () => {
  const crumbs = crumbsOf(usePathname())
  const [view] = useUrlValue('view')
  const here = crumbs.at(-1)
  if (!here) return null
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-3 hidden text-small text-faint md:block">
      <ol className="flex items-center gap-1.5">
        {crumbs.slice(0, -1).map(({ label, to }) => (
          <Fragment key={to}>
            <li>
              <Anchor to={to} className="hover:text-ink">
                {label}
              </Anchor>
            </li>
            <li aria-hidden>
              <ChevronRight className="size-3.5" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="text-soft">
          {view && here.to === '/admin/assignments' ? 'Schedule' : here.label}
        </li>
      </ol>
    </nav>
  )
}
