import type { Made } from './document.tsx'
import { Legal } from './legal.tsx'

const parts = [
  {
    id: 'who',
    name: 'Who is responsible',
    body: (
      <p>
        When a department keeps data about its people in {'{product}'}, the department decides why and how it is used,
        and we,{' {legal_name}'}, process it on the department's behalf. We are responsible for this website, requests
        sent to us and our own accounts.
      </p>
    ),
  },
  {
    id: 'what',
    name: 'What we keep',
    body: (
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Name, email, phone, badge number, rank, unit, hire and departure dates, certifications</td>
            <td>The roster: which shifts each officer can work, and how to reach them</td>
          </tr>
          <tr>
            <td>Sign-ups, check-ins and check-outs, hours, extra time with reasons, and decisions on them</td>
            <td>Scheduling, and records of hours for payroll</td>
          </tr>
          <tr>
            <td>Regular tours, leave with its type and note, turns taken and passed, offers, swaps, order-ins</td>
            <td>Availability, rest and turns, so that each award can be checked</td>
          </tr>
          <tr>
            <td>Location at check-in and check-out, with its accuracy, if the department has turned this on</td>
            <td>To verify that the officer was at the post. Nothing is recorded in between</td>
          </tr>
          <tr>
            <td>Phone number for text messages and calls, with your consent to each, its wording and time</td>
            <td>To text or call you about shifts. You can stop either at any time</td>
          </tr>
          <tr>
            <td>
              Push subscriptions for your browsers and phones, and a record of each push notification, text message and
              call
            </td>
            <td>To notify you, and to show whether a notification was delivered</td>
          </tr>
          <tr>
            <td>Password hashes, second factors, passkeys, sessions with device and IP address</td>
            <td>Signing in, and showing where you're signed in</td>
          </tr>
          <tr>
            <td>Every change, with its author, time and IP address</td>
            <td>The department's audit log</td>
          </tr>
          <tr>
            <td>
              Messages to us: trial requests, feature requests, and problem reports with browser, page, time and screen
              size
            </td>
            <td>To answer you and fix problems</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: 'cookies',
    name: 'Cookies and data in your browser',
    body: (
      <>
        <p>Only what the service needs to work. No advertising, tracking or third-party analytics.</p>
        <ul>
          <li>A cookie that holds your session until you sign out, for at most 12 hours.</li>
          <li>
            A cookie with a random number that identifies your browser, for a year. It keeps duplicate requests from
            counting twice.
          </li>
          <li>A cookie that remembers whether the sidebar is collapsed, for 7 days.</li>
          <li>In local storage: your theme, unsent form drafts, and your department's name and color.</li>
          <li>
            For officers: your own shifts, open shifts, notifications and unsent actions, so that they're available
            offline. They are deleted when you sign out. If any actions are unsent, we ask you first.
          </li>
          <li>A trial request that could not be sent, for at most 24 hours.</li>
        </ul>
        <p>The native app keeps its sign-in in the phone's secure storage.</p>
      </>
    ),
  },
  {
    id: 'trial-requests',
    name: 'Trial requests',
    body: (
      <p>
        The form on our home page asks for your organization's name, your name, your email and the number of officers;
        phone and message are optional. We use them to answer you and to prepare a trial or a quote. To protect the form
        from abuse, we count requests by a hash of the IP address for an hour; the address itself stays in our change
        log. We delete your request if you ask us to.
      </p>
    ),
  },
  {
    id: 'who-sees',
    name: 'Who sees it',
    body: (
      <>
        <p>
          Officers see their own records and open shifts. Admins see their department's data. Other departments see
          nothing: departments are separated in the database. Our staff can view a department only with a stated reason
          and for at most 30 minutes, and its audit log records each access.
        </p>
        <p>
          We do not sell data. We share it only with the companies below, and when the law requires it. In that case we
          notify the department first if the law allows.
        </p>
        <ul>
          <li>Companies that run servers and email for us under contract.</li>
          <li>
            Companies that deliver text messages and calls: the phone number and the message, with the officer's
            consent, which can be withdrawn at any time.
          </li>
          <li>The push services of browsers: encrypted notifications, if you turn them on.</li>
          <li>
            Apple or Google, for the native app: notifications without names, shifts or locations, if you turn them on.
          </li>
          <li>The weather provider: a location rounded to a few miles, no name.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'how-long',
    name: 'How long it is kept',
    body: (
      <ul>
        <li>A department's records: for the term of its contract, and longer if it asks us to.</li>
        <li>
          After a deletion request: 30 days, during which it can be undone. Then the data is erased and the erasure
          certified.
        </li>
        <li>
          Read notifications: 7 days. Records of push notifications, text messages and calls: 90 days. Used links: 30
          days.
        </li>
        <li>Sign-in attempts: 2 days. Successful sign-ins, with a code that identifies the browser: 90 days.</li>
        <li>Backups: at most 35 days.</li>
        <li>Invoices: as long as tax law requires.</li>
      </ul>
    ),
  },
  {
    id: 'security',
    name: 'How it is protected',
    body: (
      <p>
        Connections are encrypted. Passwords are stored as argon2id hashes, session keys as hashes. Admins always sign
        in with a second factor; departments can require one for officers. Rules inside the database isolate each
        department. If an incident affects your data, we notify the department without undue delay, within 72 hours of
        learning of it.
      </p>
    ),
  },
  {
    id: 'rights',
    name: 'Your rights',
    body: (
      <p>
        Depending on the law that applies to you, you may view, correct, export or erase the data kept about you, and
        object to its use. For a department's records, ask its admins, who can do this in the service. For anything
        else, write to us. You will not be treated differently for asking. You may also complain to your state attorney
        general.
      </p>
    ),
  },
  {
    id: 'children',
    name: 'Children',
    body: (
      <p>
        The service is for use at work. It is not for anyone under 16, and we do not knowingly keep data about them.
      </p>
    ),
  },
  {
    id: 'changes',
    name: 'Changes',
    body: (
      <p>
        When this policy changes, the date above changes too. We announce important changes in the service 30 days
        before they take effect.
      </p>
    ),
  },
] as const

export const PrivacyPage = ({ made }: { made: Made }) => (
  <Legal
    made={made}
    page="privacy"
    title="Privacy Policy"
    description="The data we keep, why, for how long, and who sees it."
    intro={<p className="lead">The data we keep about you, why, for how long, and who sees it.</p>}
    parts={parts}
  />
)
