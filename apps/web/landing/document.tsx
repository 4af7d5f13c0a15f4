import type { ReactNode } from 'react'
import { paths } from '#platform/shared/paths.ts'

export type Picture = { url: string; width: number; height: number }
/** The build's output, by name. The server fills in `{product}` and similar placeholders in the text. */
export type Made = {
  /** The whole stylesheet, inlined so that nothing waits for it; the content security policy lists its hash. */
  style: string
  script: string
  font: string
  shots: Readonly<Record<string, Picture & { part: Picture | null }>>
}

type DocumentProps = {
  made: Made
  title: string
  description: string
  page: 'landing' | 'terms' | 'privacy' | 'faq' | 'not-found'
  children: ReactNode
}

const Mark = () => (
  <svg className="header-mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M16 6.500l8 3v6c0 5-3.400 8.600-8 10-4.600-1.400-8-5-8-10v-6z" />
    <path d="M12.500 16l2.500 2.500 4.500-5" />
  </svg>
)

const ways = [
  { to: 'features', name: 'Features' },
  { to: 'pricing', name: 'Pricing' },
] as const

/** One row at every width. On a phone the links are in a menu that opens without a script. */
const Header = ({ landing }: { landing: boolean }) => {
  const here = landing ? '' : paths.landing()
  const links = ways.map(({ to, name }) => (
    <a key={to} href={`${here}#${to}`}>
      {name}
    </a>
  ))
  return (
    <header className="header">
      <div className="header-bar">
        <a className="header-brand" href={landing ? '#top' : paths.landing()}>
          <Mark />
          <span>{'{product}'}</span>
        </a>
        <nav aria-label="Main" className="header-ways">
          {links}
        </nav>
        <div className="header-doors">
          <a className="header-door header-visitors" href={paths.app()}>
            Sign In
          </a>
          <a className="header-door header-members" href={paths.app()}>
            Go to your dashboard
          </a>
          <a className="button button-primary header-start" href={`${here}#trial`}>
            Start Trial
          </a>
          <details className="header-menu">
            <summary aria-label="Menu">
              <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path d="M4 6h16M4 12h16M4 18h16" />
              </svg>
            </summary>
            <nav aria-label="Menu" className="header-list">
              {links}
              <a href={`${here}#trial`}>Start Trial</a>
            </nav>
          </details>
        </div>
      </div>
    </header>
  )
}

const Footer = () => (
  <footer className="footer">
    <div className="wide footer-bar">
      <p>
        © {'{year}'} {'{owner}'}
      </p>
      <nav aria-label="Legal and help">
        <a href={paths.privacy()}>Privacy Policy</a>
        <a href={paths.terms()}>Terms of Service</a>
        <a href={paths.faq()}>FAQ</a>
      </nav>
    </div>
  </footer>
)

/** A complete page, readable without a script. Only the landing page has a full one; the others only read the chosen theme. */
export const Document = ({ made, title, description, page, children }: DocumentProps) => {
  const landing = page === 'landing'
  return (
    <html lang="en" data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#0d1017" />
        {page === 'not-found' ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={`{origin}${landing ? '/' : `/${page}`}`} />
        )}
        <link rel="preload" href={made.font} as="font" type="font/woff2" crossOrigin="" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own stylesheet, of no other origin */}
        <style dangerouslySetInnerHTML={{ __html: made.style }} />
        {landing ? <script type="module" src={made.script} /> : <script src="/before-paint.js" />}
      </head>
      <body id="top">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header landing={landing} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  )
}
