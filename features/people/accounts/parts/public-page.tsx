import Shield from 'lucide-react/icons/shield'
import { type ReactNode, useEffect } from 'react'
import { applyBrand, applyManifest } from '#platform/web/brand.ts'
import { native } from '#platform/web/native-app.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { productName, useTitle } from '#platform/web/ui/page.tsx'

export type Shown = { name: string; subdomain: string; logo_url: string | null; primary_color: string }

/** A centered page with a single task, under the organization's name, logo and color, or the product's. */
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
    // Runs after the layout's own effect, which resets every color.
    const later = setTimeout(() => applyBrand(color))
    return () => {
      clearTimeout(later)
      applyBrand(null)
    }
  }, [color])
  const agency = organization?.subdomain ?? null
  useEffect(() => applyManifest(agency), [agency])
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-5 py-2 md:py-10">
      <div className="flex items-center gap-3">
        {organization?.logo_url ? (
          <img
            src={(native.app?.origin ?? '') + organization.logo_url}
            alt=""
            className="h-11 w-auto max-w-40 shrink-0 rounded-ui object-contain"
          />
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
      {below && (
        <div className="flex flex-col px-1 text-soft max-md:[&_a]:inline-flex max-md:[&_a]:min-h-11 max-md:[&_a]:min-w-11 max-md:[&_a]:items-center md:gap-2">
          {below}
        </div>
      )}
    </div>
  )
}
