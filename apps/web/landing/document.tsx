import type { ReactNode } from 'react'
import { paths } from '#platform/shared/paths.ts'

export type Picture = { url: string; width: number; height: number }
/** What the build made, by the names it gave. `{product}` and its like in the text are filled in by the server. */
export type Made = {
  /** The whole stylesheet: inlined, so that nothing waits for it; the policy names it by its hash. */
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

export const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M16 6.500l8 3v6c0 5-3.400 8.600-8 10-4.600-1.400-8-5-8-10v-6z" />
    <path d="M12.500 16l2.500 2.500 4.500-5" />
  </svg>
)

const Header = ({ landing }: { landing: boolean }) => {
  const here = landing ? '' : paths.landing()
  return (
    <header className="top">
      <div className="wide bar">
        <a className="brand" href={landing ? '#top' : paths.landing()}>
          <Mark />
          {'{product}'}
        </a>
        <nav aria-label="Main" className="ways">
          <a href={`${here}#features`}>Features</a>
          <a href={`${here}#pricing`}>Pricing</a>
        </nav>
        <div className="doors">
          <a className="button quiet for-visitors" href={paths.app()}>
            Sign In
          </a>
          <a className="button quiet for-members" href={paths.app()}>
            Go to your dashboard
          </a>
          <a className="button primary" href={`${here}#trial`}>
            Start Trial
          </a>
        </div>
      </div>
    </header>
  )
}

const Footer = () => (
  <footer className="bottom">
    <div className="wide">
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

/** A page whole: read without a script. Only the landing page has one; the others ask which theme was chosen. */
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
          Skip to the content
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
