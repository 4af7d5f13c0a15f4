import type { Made } from './document.tsx'
import { Legal } from './legal.tsx'

const parts = [
  {
    id: 'who',
    name: 'Who is responsible',
    body: (
      <p>
        For what a department keeps in {'{product}'} about its people, the department decides why and how it is used;
        we,
        {' {legal_name}'}, process it on its behalf. For this website, for the requests sent to us and for our own
        accounts, we are responsible ourselves.
      </p>
    ),
  },
  {
    id: 'what',
    name: 'What is kept',
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
            <td>Name, e-mail address, phone, badge number, rank, unit, dates of hire and leaving, certifications</td>
            <td>The roster: who may take which shift, and how to reach them</td>
          </tr>
          <tr>
            <td>Signups, check-ins and check-outs, hours, extra time with its reason, decisions on them</td>
            <td>Scheduling, and the record of hours for payroll</td>
          </tr>
          <tr>
            <td>
              Regular tours, leave with its kind and its note, turns taken and passed, offers, swaps, orders to a shift
            </td>
            <td>Who is free and rested, and whose turn it is, so that each award can be checked</td>
          </tr>
          <tr>
            <td>
              The position at check-in and check-out, with its accuracy, where the department has switched that on
            </td>
            <td>To show that somebody was at the post. Never between those two moments</td>
          </tr>
          <tr>
            <td>Passwords as a hash, second factors, sessions with device and network address</td>
            <td>Signing in, and seeing where one is signed in</td>
          </tr>
          <tr>
            <td>Who changed what and when, with the network address</td>
            <td>The department’s audit log</td>
          </tr>
          <tr>
            <td>
              What you send us: trial requests, wishes, reports of problems with browser, page, time and screen size
            </td>
            <td>To answer you and mend what is wrong</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  {
    id: 'cookies',
    name: 'Cookies and what stays in your browser',
    body: (
      <>
        <p>Only what the service needs to work; no advertising, no tracking, no analytics of third parties.</p>
        <ul>
          <li>A cookie that holds your session, until you sign out, for 12 hours at most.</li>
          <li>
            A cookie with a random number of your browser, for a year: it keeps what is sent twice from counting twice.
          </li>
          <li>A cookie that remembers whether the sidebar is folded, for 7 days.</li>
          <li>In local storage: your theme, unsent drafts of forms, and the name and colour of your department.</li>
          <li>A trial request that could not be sent: for 24 hours at most, then it is deleted.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'trial-requests',
    name: 'Trial requests',
    body: (
      <p>
        The form on our front page asks for the name of your organization, your name, your e-mail address and the number
        of officers; phone and message are up to you. We use them to answer you and to prepare a trial or a quote. So
        that the form is not flooded, requests are counted by network address for an hour, as a hash; the address itself
        stays in our log of changes. Ask us, and we delete your request.
      </p>
    ),
  },
  {
    id: 'who-sees',
    name: 'Who sees it',
    body: (
      <>
        <p>
          Officers see their own records and the open shifts. Admins see what belongs to their department. Other
          departments see nothing: they are separated in the database. Our staff look inside only with a stated reason,
          for 30 minutes at most, and the department finds it in its audit log.
        </p>
        <p>
          We do not sell data, and we do not share it but with those who run servers and mail for us under contract,
          with the provider of the weather shown to admins (a position rounded to a few kilometers, no name), and where
          the law compels us; then we tell the department before, if we may.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    name: 'How long it is kept',
    body: (
      <ul>
        <li>A department’s records: for as long as its contract runs, and as long as it asks us to.</li>
        <li>After a request for deletion: 30 days in which it can be undone, then erased and certified.</li>
        <li>Notifications that were read: 7 days. Sign-in attempts: 2 days. Used links: 30 days.</li>
        <li>Backups: 35 days.</li>
        <li>Invoices: as long as tax law asks.</li>
      </ul>
    ),
  },
  {
    id: 'security',
    name: 'How it is protected',
    body: (
      <p>
        Connections are encrypted. Passwords are stored as argon2id hashes, session keys as hashes. Admins always sign
        in with a second factor, officers where the department asks for it. Each department is fenced by rules inside
        the database, tested against every call. If something goes wrong that concerns your data, we tell the department
        without undue delay, within 72 hours of learning of it.
      </p>
    ),
  },
  {
    id: 'rights',
    name: 'Your rights',
    body: (
      <p>
        Depending on the law that applies to you, you may see, correct, export or have erased what is kept about you,
        and object to its use. For a department’s records ask its admins: they can do all of it in the service. For the
        rest write to us. Nobody is treated worse for asking. You may also complain to the authority that supervises
        privacy where you live.
      </p>
    ),
  },
  {
    id: 'children',
    name: 'Children',
    body: (
      <p>The service is for people at work. It is not for anyone under 16, and we do not knowingly keep their data.</p>
    ),
  },
  {
    id: 'changes',
    name: 'Changes',
    body: (
      <p>
        When this policy changes, the date above changes with it. What matters to you is announced in the service 30
        days before it counts.
      </p>
    ),
  },
] as const

export const PrivacyPage = ({ made }: { made: Made }) => (
  <Legal
    made={made}
    page="privacy"
    title="Privacy Policy"
    description="What is kept about whom, why, for how long, and who sees it."
    intro={<p className="lead">What is kept about you, why, for how long, and who sees it.</p>}
    parts={parts}
  />
)
