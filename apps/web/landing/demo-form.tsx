import { MESSAGE_MOST, NAME_MOST, PHONE_MOST } from '#features/vendor/requests/rules.demo.ts'

type FieldProps = {
  name: string
  label: string
  type?: 'text' | 'email' | 'tel'
  complete: string
  most: number
  optional?: true
  numeric?: true
}
const Field = ({ name, label, type = 'text', complete, most, optional, numeric }: FieldProps) => (
  <div className="trial-field">
    <label htmlFor={`trial-${name}`}>
      {label} {optional && <span className="faint">optional</span>}
    </label>
    <input
      id={`trial-${name}`}
      name={name}
      type={type}
      autoComplete={complete}
      maxLength={most}
      required={!optional}
      {...(numeric ? { inputMode: 'numeric' as const } : {})}
      aria-describedby={`trial-${name}-fault`}
    />
    <p className="trial-fault" id={`trial-${name}-fault`} hidden />
  </div>
)

/** Replaces the form once the request is stored. */
const Received = () => (
  <div className="trial-sheet" id="trial-received" hidden tabIndex={-1}>
    <h3>Request received</h3>
    <p>
      We'll email you within 24 hours to set up your free trial. Have your roster ready; a spreadsheet is all you need.
    </p>
  </div>
)

/** The script fills in the field messages and the response; without a script, the form says what to do instead. */
export const DemoForm = () => (
  <section className="trial" id="trial" aria-labelledby="trial-title">
    <div className="wide trial-halves">
      <div>
        <h2 id="trial-title">Request your 30-day free trial</h2>
        <p className="lead">
          Tell us who you are and how many officers you have. We'll set up your department with you, or give you a demo
          first, and send a quote for a department your size.
        </p>
        <ul className="ticks">
          <li>A reply within 24 hours</li>
          <li>From roster to first shift in under 30 minutes</li>
          <li>No credit card, nothing to cancel</li>
        </ul>
      </div>
      <noscript>
        <p className="note">
          This form needs JavaScript. Email {'{support}'} instead, and we'll answer within 24 hours.
        </p>
      </noscript>
      <form className="trial-sheet" id="trial-form" noValidate method="post">
        <Field name="organizationName" label="Organization name" complete="organization" most={NAME_MOST} />
        <Field name="contactName" label="Contact name" complete="name" most={NAME_MOST} />
        <Field name="email" label="Email" type="email" complete="email" most={254} />
        <div className="trial-pair">
          <Field name="teamSize" label="Number of officers" complete="off" most={7} numeric />
          <Field name="phone" label="Phone" type="tel" complete="tel" most={PHONE_MOST} optional />
        </div>
        <div className="trial-field">
          <label htmlFor="trial-message">
            Message <span className="faint">optional</span>
          </label>
          <textarea
            id="trial-message"
            name="message"
            rows={4}
            maxLength={MESSAGE_MOST}
            aria-describedby="trial-message-fault"
          />
          <p className="trial-fault" id="trial-message-fault" hidden />
        </div>
        <div className="trial-trap" aria-hidden="true">
          <label htmlFor="trial-website">Leave this empty</label>
          <input id="trial-website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <button type="submit" className="button button-primary button-big">
          Request a trial
        </button>
        <p className="small trial-privacy">
          We use your details only to reply.{' '}
          <a className="alone" href="/privacy">
            Privacy Policy
          </a>
        </p>
        <div className="trial-said" id="trial-said" role="status" />
      </form>
      <Received />
    </div>
  </section>
)
