import { departmentSizes } from '#platform/shared/plans.ts'
import { Carousel } from './carousel-figure.tsx'
import { features, questions, shots, steps, tiers } from './content.ts'
import { DemoForm } from './demo-form.tsx'
import { Document, type Made } from './document.tsx'
import { Hero } from './hero.tsx'
import { areExamples, testimonials } from './testimonials.ts'

const icons: Readonly<Record<(typeof features)[number]['icon'], string>> = {
  board: 'M4 5h16v14H4zM4 10h16M9 5v14',
  scale: 'M12 4v16M6 20h12M12 6l-7 2 7-2 7 2M5 8l-2.500 6h5zM19 8l-2.500 6h5z',
  pin: 'M12 21s7-6.200 7-11.500A7 7 0 0 0 5 9.500C5 14.800 12 21 12 21zM12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2',
  chart: 'M4 4v16h16M8 16v-4M12.500 16V8M17 16v-6',
  seal: 'M12 3l7 3v5.500c0 4.500-3 7.700-7 9-4-1.300-7-4.500-7-9V6zM9 12l2 2 4-4.500',
}

const Features = () => (
  <section className="wide part" id="features" aria-labelledby="features-title">
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
    <div className="wide part">
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
  <section className="wide part twin" aria-labelledby="phone-title">
    <div>
      <h2 id="phone-title">On the phone, with one hand</h2>
      <p className="lead">
        The officer’s screen opens on what comes next: the shift, the place, the button. Then the jobs that are theirs
        to take. It reads in full sun and at three in the morning.
      </p>
      <ul className="ticks">
        <li>Sign up, call off, check in: one press each</li>
        <li>A button that cannot be pressed says why, and from when</li>
        <li>Nothing to install</li>
      </ul>
    </div>
    <Carousel kind="phone" label="The product on a phone" slides={shots.phone} made={made} />
  </section>
)

const Pricing = () => (
  <section className="wide part" id="pricing" aria-labelledby="pricing-title">
    <h2 id="pricing-title">Priced by the size of your department</h2>
    <p className="lead">Custom pricing for three sizes. 30-day free trial, annual contracts, Net 30.</p>
    <ul className="tiers">
      {tiers.map((tier, at) => (
        <li key={tier.name}>
          <h3>{tier.name}</h3>
          <p className="size">
            <span>{departmentSizes[at]?.replace('-', '–')}</span> officers
          </p>
          <p className="price">Custom pricing</p>
          <p>{tier.words}</p>
          <ul className="ticks">
            {tier.holds.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <a className="button quiet" href="#trial">
            Request a quote<span className="unseen"> for {departmentSizes[at]} officers</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

const Testimonials = () => (
  <section className="band" aria-labelledby="said-title">
    <div className="wide part">
      <h2 id="said-title">What departments say</h2>
      {areExamples && <p className="note">Examples: departments that let us quote them will stand here.</p>}
      <ul className="quotes">
        {testimonials.map((one) => (
          <li key={one.role}>
            <figure>
              <blockquote>{one.words}</blockquote>
              <figcaption>
                {one.role}
                {areExamples && <span className="tag">Example</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const Questions = () => (
  <section className="wide part narrow" id="questions" aria-labelledby="questions-title">
    <h2 id="questions-title">Questions people ask first</h2>
    <div className="accordion">
      {questions.map((one) => (
        <details key={one.id} name="questions">
          <summary>{one.question}</summary>
          <p>{one.answer}</p>
        </details>
      ))}
    </div>
    <p>
      <a href="/faq">All questions and answers</a>
    </p>
  </section>
)

export const LandingPage = ({ made }: { made: Made }) => (
  <Document
    made={made}
    page="landing"
    title="{product}: overtime and extra-duty shifts for police and security departments"
    description="Post overtime and extra-duty shifts, let officers take them from their phone, approve the hours. 30-day free trial, live in under 30 minutes."
  >
    <Hero />
    <section className="wide part" aria-labelledby="desk-title">
      <h2 id="desk-title">At the desk</h2>
      <p className="lead">
        What waits for a decision comes first, then what will go unfilled. Every number opens the list that it counts.
      </p>
      <Carousel kind="desk" label="The product at a desk" slides={shots.desk} made={made} />
    </section>
    <Features />
    <Steps />
    <OnThePhone made={made} />
    <Pricing />
    <Testimonials />
    <Questions />
    <DemoForm />
    <div className="toasts" role="alert" id="toast" />
  </Document>
)
