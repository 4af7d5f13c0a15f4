import { renderToStaticMarkup } from 'react-dom/server'
import { redirects, routes } from '../routes.ts'
import type { Made } from './document.tsx'
import { DemoLink, StepsLink } from './hero.tsx'
import { LandingPage, SamplesLine, TestimonialItem, Testimonials } from './landing-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { FaqPage, NotFoundPage } from './reading-pages.tsx'
import { TermsPage } from './terms-page.tsx'

const pages = {
  landing: LandingPage,
  terms: TermsPage,
  privacy: PrivacyPage,
  faq: FaqPage,
  'not-found': NotFoundPage,
} as const

/** Called by the build. Returns every page as HTML, and the addresses the application itself serves. */
export const renderPages = (made: Made) => ({
  routes: [...Object.keys(routes), ...Object.keys(redirects)],
  pages: Object.fromEntries(
    Object.entries(pages).map(([name, Page]) => [name, `<!doctype html>${renderToStaticMarkup(<Page made={made} />)}`]),
  ),
  parts: {
    testimonials: renderToStaticMarkup(<Testimonials />),
    testimonial: renderToStaticMarkup(<TestimonialItem />),
    samples: renderToStaticMarkup(<SamplesLine />),
    steps_link: renderToStaticMarkup(<StepsLink />),
    demo_link: renderToStaticMarkup(<DemoLink />),
  },
})
