import Markdown from 'react-markdown'
import { productFaq } from '#features/department/faq/rules.product.ts'
import { paths } from '#platform/shared/paths.ts'
import { Document, type Made } from './document.tsx'

/**
 * The product's own answers for visitors without a session; signed-in people get the application's page, with the department's
 * answers first (docs/decisions/0110).
 */
export const FaqPage = ({ made }: { made: Made }) => {
  const categories = productFaq('{product}')
  return (
    <Document
      made={made}
      page="faq"
      title="FAQ · {product}"
      description="Questions and answers about shifts, check-in, hours, trials and privacy."
    >
      <article className="wide reading">
        <h1>FAQ</h1>
        <p className="lead">
          Answers about {'{product}'}. <a href={paths.app()}>Sign in</a> to see your department's answers too.
        </p>
        <nav aria-label="Categories" className="reading-contents">
          {categories.map((category) => (
            <a key={category.id} href={`#about-${category.id}`}>
              {category.name}
            </a>
          ))}
        </nav>
        {categories.map((category) => (
          <section key={category.id} aria-labelledby={`about-${category.id}`}>
            <h2 id={`about-${category.id}`}>{category.name}</h2>
            <div className="accordion">
              {category.entries.map((entry) => (
                <details key={entry.id}>
                  <summary>{entry.question}</summary>
                  <div id={entry.id}>
                    <Markdown>{entry.answer}</Markdown>
                  </div>
                </details>
              ))}
            </div>
          </section>
        ))}
      </article>
    </Document>
  )
}

export const NotFoundPage = ({ made }: { made: Made }) => (
  <Document made={made} page="not-found" title="Not found · {product}" description="There is no page at this address.">
    <article className="wide reading reading-lost">
      <h1>This page doesn't exist</h1>
      <p className="lead">Check the address for a typo, or start from the home page.</p>
      <p className="acts">
        <a className="button button-primary" href={paths.landing()}>
          Go to the home page
        </a>
        <a className="button button-quiet" href={paths.app()}>
          Sign In
        </a>
      </p>
    </article>
  </Document>
)
