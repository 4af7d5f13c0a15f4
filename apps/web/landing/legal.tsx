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

/** The day on which the words of both pages were last changed. */
const changedOn = 'November 21, 2026'

/** A legal page: numbered parts, a list of them, and the mark that a lawyer has not read it. */
export const Legal = ({ made, page, title, description, intro, parts }: LegalProps) => (
  <Document made={made} page={page} title={`${title} · {product}`} description={description}>
    <article className="wide reading legal">
      <h1>{title}</h1>
      <p className="faint">In force from {changedOn}</p>
      <p className="note">
        <strong>For the vendor’s lawyer.</strong> These words are complete and have not been reviewed by counsel. Have
        them read, under the law that applies to you, before departments agree to them.
      </p>
      {intro}
      <nav aria-label="Parts" className="contents">
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
        {'{legal_address}'}
        <br />
        {'{support}'}
      </address>
    </article>
  </Document>
)
