import Shield from 'lucide-react/icons/shield'
import { readShell, type Session } from '#platform/web/session.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { readAppConfig } from '../app-config.ts'
import { product, tagline } from '../product.ts'

export const Seal = () => (
  <span className="flex size-8 shrink-0 items-center justify-center rounded-ui bg-brand text-on-brand">
    <Shield aria-hidden className="size-4.5" />
  </span>
)

/** The organization's logo and name; the product's own where there is none. */
export const OrganizationMark = ({
  session,
  seal,
  className,
}: {
  session: Session | null | undefined
  /** On a phone, the seal where there is no logo; left out where the menu button needs its room. */
  seal: boolean
  className?: string
}) => {
  const organization = session?.organization
  const name = organization?.name || readShell()?.organization?.name || product
  return (
    <div className={cx('flex min-w-0 items-center gap-2.5', className)}>
      {organization?.logo_url ? (
        <img
          src={organization.logo_url}
          alt=""
          className="h-8 w-auto max-w-8 shrink-0 rounded-ui object-contain md:max-w-36"
        />
      ) : (
        seal && (
          <span className="md:hidden">
            <Seal />
          </span>
        )
      )}
      <span className="line-clamp-2 min-w-0 max-md:group-has-data-offline/header:sr-only text-tiny leading-tight font-semibold min-[24rem]:text-small md:text-ui">
        {name}
      </span>
    </div>
  )
}

export const ProductMark = ({ short }: { short: boolean }) => (
  <div className="flex min-w-0 items-center gap-2.5">
    <Seal />
    {short ? (
      <span className="sr-only">{product}</span>
    ) : (
      <span className="min-w-0 leading-tight">
        <span className="block truncate font-semibold">{readAppConfig()?.app_name ?? product}</span>
        <span className="block truncate text-tiny text-faint" title={readAppConfig()?.tagline}>
          {readAppConfig()?.tagline ?? tagline}
        </span>
      </span>
    )}
  </div>
)
