import Shield from 'lucide-react/icons/shield'
import { type ReactNode, useEffect } from 'react'
import { applyBrand } from '#platform/web/brand.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { productName, useTitle } from '#platform/web/ui/page.tsx'

export type Shown = { name: string; logo_url: string | null; primary_color: string }

/** One thing to do, in the middle of the page, under the organization's name, logo and colour, or the product's. */
export const PublicPage = ({
  title,
  hint,
  organization = null,
  children,
  below,
}: {
  title: string
  hint?: ReactNode
  organization?: Shown | null
  children: ReactNode
  below?: ReactNode
}) => {
  useTitle(organization ? `${title} · ${organization.name}` : title)
  const color = organization?.primary_color ?? null
  useEffect(() => {
    // After the layout's own effect, which takes every colour off.
    const later = setTimeout(() => applyBrand(color))
    return () => {
      clearTimeout(later)
      applyBrand(null)
    }
  }, [color])
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-5 py-2 md:py-10">
      <div className="flex items-center gap-3">
        {organization?.logo_url ? (
          <img src={organization.logo_url} alt="" className="h-11 w-auto max-w-40 shrink-0 rounded-ui object-contain" />
        ) : (
          <span className="flex size-11 shrink-0 items-center justify-center rounded-ui bg-brand text-on-brand">
            <Shield aria-hidden className="size-6" />
          </span>
        )}
        <div className="min-w-0">
          <p className="truncate font-semibold">{organization?.name ?? productName()}</p>
          <p className="truncate text-small text-faint">Officer Management System</p>
        </div>
      </div>
      <Card>
        <h1 tabIndex={-1} className="text-title font-semibold tracking-tight">
          {title}
        </h1>
        {hint && <div className="mt-1 mb-4 text-soft">{hint}</div>}
        <div className="mt-4">{children}</div>
      </Card>
      {below && <div className="flex flex-col gap-2 px-1 text-soft">{below}</div>}
    </div>
  )
}
