import { paths } from '#platform/shared/paths.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { product } from '../product.ts'

const links = [
  { to: paths.privacy(), label: 'Privacy Policy' },
  { to: paths.terms(), label: 'Terms of Service' },
  { to: paths.faq(), label: 'FAQ' },
] as const

export const Footer = () => (
  <footer className="no-print flex flex-wrap items-center gap-x-6 gap-y-1 px-page py-4 text-small text-faint">
    <p>
      © {new Date().getFullYear()} {product}
    </p>
    <nav aria-label="Legal and help" className="flex flex-wrap gap-x-5">
      {links.map((link) => (
        <Anchor
          key={link.to}
          to={link.to}
          className="inline-flex min-h-11 min-w-11 items-center hover:text-ink md:min-h-8 md:min-w-0"
        >
          {link.label}
        </Anchor>
      ))}
    </nav>
  </footer>
)
