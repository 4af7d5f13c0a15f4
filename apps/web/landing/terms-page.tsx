import type { Made } from './document.tsx'
import { Legal } from './legal.tsx'

const parts = [
  {
    id: 'who',
    name: 'The agreement',
    body: (
      <>
        <p>
          {'{product}'} ("the service") is run by {'{legal_name}'} ("we"). A police or security department, or the
          public body or company it belongs to ("the department"), uses it under these terms and its order form. If the
          two conflict, the order form controls.
        </p>
        <p>
          Officers and admins ("users") use the service for their department. Anyone who accepts these terms for a
          department confirms that they are authorized to do so.
        </p>
      </>
    ),
  },
  {
    id: 'service',
    name: 'The service',
    body: (
      <>
        <p>
          The service lets a department post shifts, lets its officers sign up for them, records check-in and check-out,
          and lets admins decide on sign-ups, hours and extra time. The order form lists what a plan includes.
        </p>
        <p>
          The service records and calculates; it does not decide who is fit for duty, what a labor agreement requires,
          or what is owed in wages. Those decisions stay with the department. It is not a dispatch system and must not
          be relied on in an emergency.
        </p>
      </>
    ),
  },
  {
    id: 'trial',
    name: 'Free trial',
    body: (
      <p>
        A trial is free for 30 days and ends at the end of its last day in the department's time zone. After that,
        features are suspended until the department subscribes. Nothing is charged and nothing renews automatically. We
        keep the department's data for 90 days after the trial, during which it can subscribe or export its data. After
        that, we may erase the data.
      </p>
    ),
  },
  {
    id: 'accounts',
    name: 'Accounts',
    body: (
      <ul>
        <li>An account belongs to one person. Its password and second factor must not be shared.</li>
        <li>The department's admins decide who has access and remove it when someone leaves.</li>
        <li>Anyone who learns of unauthorized use must notify us without delay.</li>
      </ul>
    ),
  },
  {
    id: 'use',
    name: 'Acceptable use',
    body: (
      <>
        <p>Users must not, and the department must ensure that they do not:</p>
        <ul>
          <li>try to get around the limits of their role or into another department;</li>
          <li>overload the service, or test its security without our written consent;</li>
          <li>store criminal justice information, medical records or payment cards in it;</li>
          <li>use it unlawfully, or to harass or discriminate.</li>
        </ul>
        <p>
          We may suspend an account that breaks these rules for as long as necessary, and we notify the department right
          away.
        </p>
      </>
    ),
  },
  {
    id: 'data',
    name: "The department's data",
    body: (
      <>
        <p>
          The department owns everything that it and its users enter. We use it only to run the service, as described in
          the <a href="/privacy">Privacy Policy</a>. An admin can export everything at any time.
        </p>
        <p>
          When the contract ends, the department can ask us to erase its data. We do so 30 days after the request, so
          that a mistake can be undone, and certify in writing what was erased. Backups expire at most 35 days after
          that.
        </p>
      </>
    ),
  },
  {
    id: 'fees',
    name: 'Fees and payment',
    body: (
      <>
        <p>
          Fees depend on the number of officers and are listed in the order form. Contracts are annual and invoiced for
          the year. Invoices are due 30 days after their date (Net 30). Fees do not include taxes, which are added where
          they apply. Tax-exempt departments send us their certificate.
        </p>
        <p>
          We send reminders first. If an invoice is 60 days overdue, we may suspend the service after 10 days' written
          notice. If the law bars a public body from spending beyond its appropriation, the contract ends without
          penalty when funds are not appropriated.
        </p>
      </>
    ),
  },
  {
    id: 'support',
    name: 'Support and availability',
    body: (
      <p>
        We answer support requests at any hour. We announce maintenance that interrupts the service at least two days
        ahead and avoid shift changes where we can. Availability targets and credits, if agreed, are listed in the order
        form. To view a department, our staff must give a reason. Access lasts at most 30 minutes and is recorded in the
        department's audit log.
      </p>
    ),
  },
  {
    id: 'ours',
    name: 'Intellectual property',
    body: (
      <p>
        The service, its software and its name belong to us or our licensors. The department may use them during its
        contract. We may use ideas that users send us without owing anything for them.
      </p>
    ),
  },
  {
    id: 'confidential',
    name: 'Confidentiality',
    body: (
      <p>
        Each side keeps the other's confidential information confidential during the contract and for five years after
        it, and shares it only with people who need it. Public records laws that bind the department take precedence.
        Where allowed, the department notifies us of a request that concerns us before it answers.
      </p>
    ),
  },
  {
    id: 'liability',
    name: 'Warranty and liability',
    body: (
      <>
        <p>
          We run the service with professional care. Otherwise, to the extent the law allows, it is provided as is,
          without implied warranties of merchantability or fitness for a particular purpose.
        </p>
        <p>
          Neither side is liable for indirect or consequential damages. Each side's liability in a contract year is
          limited to the fees of that year. Neither limit applies to willful misconduct, gross negligence, personal
          injury, breach of confidentiality, or liability that the law does not let us limit. Nothing here waives a
          public body's immunity.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    name: 'Term and termination',
    body: (
      <p>
        The contract runs for the year in the order form and renews for another year if both sides agree in writing.
        Either side may end it if the other materially breaches it and does not cure the breach within 30 days of
        notice. After the contract ends, the department has 30 days to export its data.
      </p>
    ),
  },
  {
    id: 'law',
    name: 'Changes and governing law',
    body: (
      <p>
        We announce changes to these terms to the department's admins 30 days before they take effect. A department that
        does not agree may end the contract before that date, and we refund the unused part. The law of the state where
        the department is located applies, without regard to its conflict-of-laws rules, and its courts have
        jurisdiction. If any part of these terms is unenforceable, the rest still applies.
      </p>
    ),
  },
] as const

export const TermsPage = ({ made }: { made: Made }) => (
  <Legal
    made={made}
    page="terms"
    title="Terms of Service"
    description="The terms under which departments and their people use the service."
    intro={<p className="lead">Our agreement, in plain language.</p>}
    parts={parts}
  />
)
