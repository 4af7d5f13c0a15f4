import type { Made } from './document.tsx'
import { Legal } from './legal.tsx'

const parts = [
  {
    id: 'who',
    name: 'Who agrees to what',
    body: (
      <>
        <p>
          {'{product}'} (“the service”) is run by {'{legal_name}'} (“we”). A police or security department, or the body
          that it belongs to (“the department”), uses it under these terms and its order form. Where the two differ, the
          order form counts.
        </p>
        <p>
          Officers and admins (“users”) use the service for their department. Who accepts these terms for a department
          says that they may.
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
          and lets admins decide on signups, hours and extra time. What a plan includes stands in the order form.
        </p>
        <p>
          The service records and calculates; it does not decide who is fit for duty, what a labor agreement requires,
          or what is owed in wages. Those decisions stay with the department. It is no dispatch system, and must not be
          relied on in an emergency.
        </p>
      </>
    ),
  },
  {
    id: 'trial',
    name: 'Free trial',
    body: (
      <p>
        A trial is free for 30 days and ends with its last day in the department’s time zone. After that the features
        are suspended until the department subscribes; nothing is charged and nothing renews by itself. The department’s
        data stays for 90 days after the trial, in which it can subscribe or ask for an export; then we may erase it.
      </p>
    ),
  },
  {
    id: 'accounts',
    name: 'Accounts',
    body: (
      <ul>
        <li>An account belongs to one person. Its password and second factor are not shared.</li>
        <li>The department’s admins decide who is let in, and take access away when somebody leaves.</li>
        <li>Who learns of a use that nobody allowed tells us without delay.</li>
      </ul>
    ),
  },
  {
    id: 'use',
    name: 'Acceptable use',
    body: (
      <>
        <p>Users do not, and the department sees to it that they do not:</p>
        <ul>
          <li>look for a way around the limits of their role, or into another department;</li>
          <li>load the service beyond fair use, or test its security without our written agreement;</li>
          <li>store criminal justice information, medical records or payment cards in it;</li>
          <li>use it against the law, or to harass or discriminate.</li>
        </ul>
        <p>We may suspend an account that does so, for as long as it takes, and tell the department at once.</p>
      </>
    ),
  },
  {
    id: 'data',
    name: 'The department’s data',
    body: (
      <>
        <p>
          What the department and its users enter belongs to the department. We use it to run the service and for
          nothing else, as the <a href="/privacy">Privacy Policy</a> says. An admin can export all of it at any time.
        </p>
        <p>
          When the contract ends, the department can ask us to erase its data. We do so 30 days after the request, so
          that a mistake can be undone, and certify in writing what was erased. Backups run out within 35 days after
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
          Fees depend on the number of officers and stand in the order form. Contracts are annual and invoiced for the
          year; invoices are due 30 days after their date (Net 30), without taxes, which are added where they apply. A
          department that is exempt sends us its certificate.
        </p>
        <p>
          We remind before we act: an invoice that is 60 days overdue may suspend the service after 10 days’ written
          notice. Where the law forbids a public body to spend beyond its appropriation, the contract ends without
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
        We answer requests for support at any hour. We announce maintenance that interrupts the service at least two
        days ahead and keep it out of the hours of shift changes where we can. Availability figures and credits, where
        agreed, stand in the order form. To look inside a department, our staff state a reason, see it for 30 minutes at
        most, and leave an entry in the department’s audit log.
      </p>
    ),
  },
  {
    id: 'ours',
    name: 'What is ours',
    body: (
      <p>
        The service, its software and its name are ours or our licensors’. The department may use them during its
        contract. Ideas that users send us we may use without owing anything for them.
      </p>
    ),
  },
  {
    id: 'confidential',
    name: 'Confidentiality',
    body: (
      <p>
        Each side keeps the other’s confidential information to itself, for the contract and five years after it, and
        shows it only to those who need it. Public records laws that bind the department come first; it tells us of a
        request that concerns us before it answers, where it may.
      </p>
    ),
  },
  {
    id: 'liability',
    name: 'Warranty and liability',
    body: (
      <>
        <p>
          We run the service with the care of a professional. Beyond that, and as far as the law allows, it is provided
          as it is, without implied warranties of merchantability or fitness for a particular purpose.
        </p>
        <p>
          Neither side is liable for indirect or consequential damage. Each side’s liability in a contract year is
          limited to the fees of that year. Neither limit applies to intent, gross negligence, injury to persons, breach
          of confidentiality, or what the law does not let us limit; nor does it waive immunity that a public body has.
        </p>
      </>
    ),
  },
  {
    id: 'end',
    name: 'Term and end',
    body: (
      <p>
        The contract runs for the year of the order form and renews for another when both sides agree in writing. Either
        side may end it when the other breaks it in a serious way and does not mend that within 30 days of being told.
        After the end the department has 30 days to export its data.
      </p>
    ),
  },
  {
    id: 'law',
    name: 'Changes and law',
    body: (
      <p>
        We announce a change of these terms to the department’s admins 30 days before it counts; who does not agree may
        end the contract by then and is repaid the unused part. The law of the state in which the department lies
        applies, without its rules on conflicts of laws, and its courts decide. If a part does not hold, the rest does.
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
    intro={<p className="lead">What we owe each other, in words meant to be read.</p>}
    parts={parts}
  />
)
