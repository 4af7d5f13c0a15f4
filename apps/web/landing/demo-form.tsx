import { MESSAGE_MOST, NAME_MOST, PHONE_MOST } from '#features/demo-requests/rules.ts'

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
  <div className="field">
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
    <p className="fault" id={`trial-${name}-fault`} hidden />
  </div>
)

/** The words beside a field and the answer are the script's; without one the form says what to do instead. */
export const DemoForm = () => (
  <section className="trial" id="trial" aria-labelledby="trial-title">
    <div className="wide">
      <div>
        <h2 id="trial-title">Start your 30-day free trial</h2>
        <p className="lead">
          Tell us who you are and how many officers you have. We set up your department with you, or show it to you
          first, and send a quote for your size.
        </p>
        <ul className="ticks">
          <li>An answer within 24 hours</li>
          <li>Your roster in, first shift out, in under 30 minutes</li>
          <li>No card, nothing to cancel</li>
        </ul>
      </div>
      <noscript>
        <p className="note">
          This form needs JavaScript. Write to {'{support}'} instead, and we answer within 24 hours.
        </p>
      </noscript>
      <form className="sheet" id="trial-form" noValidate method="post">
        <Field name="organizationName" label="Organization name" complete="organization" most={NAME_MOST} />
        <Field name="contactName" label="Contact name" complete="name" most={NAME_MOST} />
        <Field name="email" label="E-mail" type="email" complete="email" most={254} />
        <div className="pair">
          <Field name="teamSize" label="Number of officers" complete="off" most={7} numeric />
          <Field name="phone" label="Phone" type="tel" complete="tel" most={PHONE_MOST} optional />
        </div>
        <div className="field">
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
          <p className="fault" id="trial-message-fault" hidden />
        </div>
        <div className="trap" aria-hidden="true">
          <label htmlFor="trial-website">Leave this empty</label>
          <input id="trial-website" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <button type="submit" className="button primary big">
          Request the trial
        </button>
        <p className="small">
          Used to answer you, and for nothing else: see the <a href="/privacy">Privacy Policy</a>.
        </p>
        <div className="said" id="trial-said" role="status" />
      </form>
    </div>
  </section>
)
