import Markdown, { type Components } from 'react-markdown'
import { TextLink } from '#platform/web/ui/link.tsx'
import { mayLink } from '../rules.ts'

/** A heading inside an answer is shown as text, to keep it out of the page's outline. */
const Heading: Components['h1'] = ({ children }) => <p className="font-semibold">{children}</p>

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => {
    if (!href) return <span>{children}</span>
    if (href.startsWith('/')) return <TextLink to={href}>{children}</TextLink>
    return (
      <a
        href={href}
        rel="noopener noreferrer nofollow"
        target="_blank"
        className="font-medium text-brand-ink underline decoration-brand-line underline-offset-3 hover:decoration-2"
      >
        {children}
      </a>
    )
  },
  // Loading a picture would reveal the reader to its host.
  img: ({ alt }) => <span className="text-faint">[picture{alt ? `: ${alt}` : ''}]</span>,
  ul: ({ children }) => <ul className="list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="list-decimal space-y-1 pl-5">{children}</ol>,
  code: ({ children }) => (
    <code className="rounded-ui bg-hover px-1 font-mono text-small wrap-anywhere">{children}</code>
  ),
  pre: ({ children }) => (
    <pre className="rounded-ui border border-line bg-sunken p-3 whitespace-pre-wrap">{children}</pre>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-line-strong pl-3 text-soft">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
}

/** Markdown written by users. HTML in it is shown as plain text; links are limited by `mayLink`. */
export const Drawn = ({ children }: { children: string }) => (
  <div className="space-y-3 wrap-anywhere">
    <Markdown components={components} urlTransform={(url) => (mayLink(url) ? url : '')}>
      {children}
    </Markdown>
  </div>
)
