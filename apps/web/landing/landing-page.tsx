import { claims } from '#features/vendor/analytics/rules.claims.ts'
import { departmentSizes } from '#platform/shared/plans.ts'
import { Carousel } from './carousel-figure.tsx'
import { features, questions, shots, steps, tiers } from './content.ts'
import { DemoForm } from './demo-form.tsx'
import { Document, type Made } from './document.tsx'
import { Fairness } from './fairness.tsx'
import { Hero } from './hero.tsx'

const icons: Readonly<Record<(typeof features)[number]['icon'], string>> = {
  board: 'M4 5h16v14H4zM4 10h16M9 5v14',
  scale: 'M12 4v16M6 20h12M12 6l-7 2 7-2 7 2M5 8l-2.500 6h5zM19 8l-2.500 6h5z',
  pin: 'M12 21s7-6.200 7-11.500A7 7 0 0 0 5 9.500C5 14.800 12 21 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2',
  stairs: 'M3 20h5v-5h5v-5h5V5h3',
  seal: 'M12 3l7 3v5.500c0 4.500-3 7.700-7 9-4-1.300-7-4.500-7-9V6zM9 12l2 2 4-4.500',
}

const Features = () => (
  <section className="wide section" id="features" aria-labelledby="features-title">
    <h2 id="features-title">Made for the desk sergeant and for the officer in the car</h2>
    <ul className="cards">
      {features.map((feature) => (
        <li key={feature.name}>
          <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d={icons[feature.icon]} />
          </svg>
          <h3>{feature.name}</h3>
          <p>{feature.words}</p>
        </li>
      ))}
    </ul>
  </section>
)

const Steps = () => (
  <section className="band" id="how" aria-labelledby="how-title">
    <div className="wide section">
      <h2 id="how-title">How it works, in five steps</h2>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.name}>
            <h3>{step.name}</h3>
            <p>{step.words}</p>
          </li>
        ))}
      </ol>
    </div>
  </section>
)

const OnThePhone = ({ made }: { made: Made }) => (
  <section className="wide section twin" aria-labelledby="phone-title">
    <div>
      <h2 id="phone-title">On the phone, one-handed</h2>
      <p className="lead">
        The officer's screen opens on what comes next: the shift, the location, the button. Then the shifts they can
        sign up for. Readable in direct sunlight and at three in the morning.
      </p>
      <ul className="ticks">
        <li>Sign up or check in with one tap</li>
        <li>A disabled button says why, and when you can use it</li>
        <li>No app store: open it in the browser, or install it from there in a few seconds</li>
      </ul>
    </div>
    <Carousel kind="phone" label="On a phone" slides={shots.phone} made={made} />
  </section>
)

/** What the vendor aims for. Beside the prices, where a promise is weighed: the first screens show the product itself. */
const Targets = () => (
  <section className="band" aria-labelledby="targets-title">
    <div className="wide section twin">
      <div>
        <h2 id="targets-title">Our targets</h2>
        <p className="lead">Targets, not results. Your own reports show your numbers.</p>
      </div>
      <ul className="targets">
        {claims.map(({ claim, lead, rest }) => (
          <li key={claim}>
            <strong>{lead}</strong> <span>{rest}</span>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const Pricing = () => (
  <section className="wide section" id="pricing" aria-labelledby="pricing-title">
    <h2 id="pricing-title">Priced by department size</h2>
    <p className="lead">Custom pricing in three tiers. 30-day free trial, annual contracts, Net 30.</p>
    <ul className="tiers">
      {tiers.map((tier, at) => (
        <li key={tier.name}>
          <h3>{tier.name}</h3>
          <p className="tiers-size">
            <span>{departmentSizes[at]?.replace('-', '–')}</span> officers
          </p>
          <p>{tier.words}</p>
          <ul className="ticks">
            {tier.holds.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <a className="button button-quiet" href="#trial">
            Request a quote<span className="unseen"> for {departmentSizes[at]} officers</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

/** Testimonials: the server renders each one the vendor has entered, or omits the section. */
export const TestimonialItem = () => (
  <li>
    <figure>
      <blockquote>"{'{quote}'}"</blockquote>
      <figcaption>
        {'{role}'}, {'{department}'}
      </figcaption>
    </figure>
  </li>
)
export const SamplesLine = () => (
  <p className="small">Sample quotes for this demo. They don't come from real departments.</p>
)
export const Testimonials = () => (
  <section className="band" aria-labelledby="said-title">
    <div className="wide section">
      <h2 id="said-title">What departments say</h2>
      <ul className="quotes">{'{items}'}</ul>
      {'{samples}'}
    </div>
  </section>
)

const Questions = () => (
  <section className="wide section section-narrow" id="questions" aria-labelledby="questions-title">
    <h2 id="questions-title">Common questions</h2>
    <div className="accordion">
      {questions.map((one) => (
        <details key={one.id} name="questions">
          <summary>{one.question}</summary>
          <p>{one.answer}</p>
        </details>
      ))}
    </div>
    <p>
      <a className="alone" href="/faq">
        All questions and answers
      </a>
    </p>
  </section>
)

export const LandingPage = ({ made }: { made: Made }) => (
  <Document
    made={made}
    page="landing"
    title="{product}: overtime and extra-duty shifts for police and security departments"
    description="Post overtime and extra-duty shifts, let officers sign up on their phones, and approve the hours. 30-day free trial, live in under 30 minutes."
  >
    <Hero />
    <Fairness />
    <section className="wide section" aria-labelledby="desk-title">
      <h2 id="desk-title">At the desk</h2>
      <p className="lead">
        See decisions first, then shifts at risk of going unfilled. Every number opens the list behind it.
      </p>
      <Carousel kind="desk" label="On a desktop" slides={shots.desk} made={made} />
    </section>
    <Features />
    <Steps />
    <OnThePhone made={made} />
    <Targets />
    <Pricing />
    {'{testimonials}'}
    <Questions />
    <DemoForm />
    <div className="toasts" role="alert" id="toast" />
  </Document>
)
