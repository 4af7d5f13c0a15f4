import type { ReactNode } from 'react'
import { Document, type Made } from './document.tsx'

type LegalProps = {
  made: Made
  page: 'terms' | 'privacy'
  title: string
  description: string
  intro: ReactNode
  parts: readonly { id: string; name: string; body: ReactNode }[]
}

/** The date the text of either page last changed. */
const changedOn = 'November 26, 2026'

/** A legal page: a table of contents, then the numbered parts. The vendor’s settings say who reviewed it. */
export const Legal = ({ made, page, title, description, intro, parts }: LegalProps) => (
  <Document made={made} page={page} title={`${title} · {product}`} description={description}>
    <article className="wide reading">
      <h1>{title}</h1>
      <p className="faint">Effective {changedOn}</p>
      {intro}
      <nav aria-label="Contents" className="reading-contents">
        <ol>
          {parts.map((part) => (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.name}</a>
            </li>
          ))}
        </ol>
      </nav>
      {parts.map((part, at) => (
        <section key={part.id} aria-labelledby={part.id}>
          <h2 id={part.id}>
            {at + 1}. {part.name}
          </h2>
          {part.body}
        </section>
      ))}
      <address>
        {'{legal_name}'}
        <br />
        {'{legal_address_line}'}
        {'{support}'}
      </address>
    </article>
  </Document>
)
