import Shield from 'lucide-react/icons/shield'
import type { ReactNode } from 'react'
import { native } from '#platform/web/native-app.ts'
import { readShell, type Session } from '#platform/web/session.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { readAppConfig, taglineOf } from '../app-config.ts'
import { product, tagline } from '../product.ts'

export const Seal = () => (
  <span className="flex size-8 shrink-0 items-center justify-center rounded-ui bg-brand text-on-brand">
    <Shield aria-hidden className="size-4.5" />
  </span>
)

/** The organization's logo and name, or the product's own if there are none. */
export const OrganizationMark = ({
  session,
  seal,
  className,
  children,
}: {
  session: Session | null | undefined
  /** On a phone, whether to show the seal when there is no logo; false where the menu button needs the space. */
  seal: boolean
  className?: string
  /** Next to the name; on a phone, where that keeps to one line, below it. */
  children?: ReactNode
}) => {
  const organization = session?.organization
  const name = organization?.name || readShell()?.organization?.name || product
  return (
    <div className={cx('flex min-w-0 items-center gap-2.5', className)}>
      {organization?.logo_url ? (
        <img
          src={(native.app?.origin ?? '') + organization.logo_url}
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
      <span className="flex min-w-0 flex-col items-start gap-x-2.5 max-md:group-has-data-offline/header:sr-only md:flex-row md:items-center">
        <span
          title={name}
          className="max-w-full min-w-0 max-md:truncate md:line-clamp-2 text-tiny leading-tight font-semibold min-[24rem]:text-small md:text-ui"
        >
          {name}
        </span>
        {children}
      </span>
    </div>
  )
}

export const ProductMark = ({ session, short }: { session: Session | null | undefined; short: boolean }) => {
  // The local copy is from the last visit; the session has the department's current name.
  const line = session?.organization ? taglineOf(session.organization) : (readAppConfig()?.tagline ?? tagline)
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Seal />
      {short ? (
        <span className="sr-only">{product}</span>
      ) : (
        <span className="min-w-0 leading-tight">
          <span className="block truncate font-semibold">{readAppConfig()?.app_name ?? product}</span>
          <span className="block text-tiny leading-tight text-faint">{line}</span>
        </span>
      )}
    </div>
  )
}
