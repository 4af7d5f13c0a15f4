import type { Category } from './rules.ts'

/** The product's own answers: the one place where they stand. The visitors' pages draw them too. Answers are markdown. */
const content: readonly Category[] = [
  {
    id: 'getting-in',
    name: 'Getting in',
    entries: [
      {
        id: 'how-do-i-register',
        question: 'How do I get an account?',
        answer:
          'Your department gives you its address, such as `/your-agency/register`, or an admin sends you an invitation by mail.\n\n1. Enter your name and e-mail address. You get a mail with a link: it proves that the address is yours, and you choose your password there.\n2. An admin of the department approves you. Until then you see a page that says so, and nothing else.\n3. You are told by mail as soon as it is decided.',
      },
      {
        id: 'i-forgot-my-password',
        question: 'I forgot my password',
        answer:
          'Press **Forgot your password?** at the sign-in and enter your address. The mail holds a link that works once, within an hour. If no mail comes, look into the spam folder, and ask your admin which address stands on the roster.',
      },
      {
        id: 'sign-in-is-refused',
        question: 'The right password is refused. Why?',
        answer:
          'After 5 wrong tries within 15 minutes signing in pauses for 15 minutes, also for the right password. Wait, then try again. The admins of your department are told, so that they can ask you whether it was you.',
      },
      {
        id: 'why-was-i-signed-out',
        question: 'Why was I signed out?',
        answer:
          'After 30 minutes in which you do nothing, the session ends; the screen warns you 5 minutes before, with a button to extend it. After 12 hours it ends in any case. Check-ins, sign-ups and hours are kept: nothing is lost by it.',
      },
      {
        id: 'two-departments',
        question: 'I work for two departments',
        answer:
          'One account can belong to several departments. Sign in at the address of the one you want to see, or at `/app`, which asks when there are several. Departments never see each other: not the shifts, not the hours, not that you are in the other one.',
      },
    ],
  },
  {
    id: 'shifts',
    name: 'Shifts and signing up',
    entries: [
      {
        id: 'how-do-i-get-a-shift',
        question: 'How do I get a shift?',
        answer:
          '**Available Jobs** lists every open shift that your department has published. Press **Sign up** on the one you want.\n\n- _First come_: the place is yours at once, until all are taken.\n- _An admin approves_: your signup waits for a decision, and you are told as soon as there is one.\n\nA job that you cannot take says why: it overlaps a shift you have, it asks for another rank or unit, sign-up has not opened or has closed, or all places are taken.',
      },
      {
        id: 'two-officers-last-place',
        question: 'Two of us pressed for the last place. Who has it?',
        answer:
          'Whoever reached the server first. The other one is told that the shift is full. A place is never given twice, however many press at the same moment.',
      },
      {
        id: 'can-i-withdraw',
        question: 'Can I take a signup back?',
        answer:
          'Yes. As long as nobody has decided on it, press **Withdraw** in Available Jobs. Once the place is confirmed it is a call-off, see below.',
      },
      {
        id: 'how-do-i-call-off',
        question: 'I cannot come. How do I call off?',
        answer:
          'Find the shift in **Available Jobs** and press **Call off**.\n\n- Up to the notice of your department (24 hours before the start unless it has set another) you give the place back freely.\n- After that you ask with a reason, and **the shift stays yours until an admin agrees**. You can take the request back while it waits.\n- Once the shift has begun, call your supervisor.\n\nIf the department changes time or place after you were confirmed, you may call off freely until the start.',
      },
      {
        id: 'a-shift-was-changed',
        question: 'What happens when a shift is changed or cancelled?',
        answer:
          'Everybody who signed up is told in the app. If the new time overlaps another shift of yours, an admin decides with you what becomes of your place before the change is saved. A cancelled shift leaves your list, and the history says who cancelled it.',
      },
    ],
  },
  {
    id: 'working',
    name: 'Check-in and hours',
    entries: [
      {
        id: 'how-do-i-check-in',
        question: 'How do I check in and out?',
        answer:
          'Your dashboard opens on your next shift, with the button. It can be pressed from 60 minutes before the start, unless your department has set another time, and the screen says from when. Check out with the same button when you leave; it is taken until 24 hours after the end.',
      },
      {
        id: 'forgot-to-check-out',
        question: 'I forgot to check out, or to check in',
        answer:
          'A check-out that never came is filled in 24 hours after the end of the shift, and the record is marked so that an admin looks at it. If you never checked in, tell an admin: they can record your times by hand, with a reason. You see both in your **History**.',
      },
      {
        id: 'which-clock-counts',
        question: 'Which clock counts?',
        answer:
          "The server's. The time on your phone is kept beside it, and a record is marked when the two differ by more than 5 minutes. All times are shown in the zone of your department, and a shift across a clock change says so.",
      },
      {
        id: 'is-my-position-tracked',
        question: 'Is my position tracked?',
        answer:
          'No. Where your department has switched location verification on, your position is asked for at two moments only: when you press check-in and when you press check-out. It is kept with its accuracy and the distance to the post. In between, and on other days, nothing is recorded. A position that is too inaccurate says "cannot verify", never that you were elsewhere.',
      },
      {
        id: 'how-do-hours-become-final',
        question: 'How do my hours become final?',
        answer:
          'When you check out, the record is handed in. An admin approves it as recorded, corrects it with a reason (what was pressed stays beside it), or returns it to you. A returned one you can correct in **History** and hand in again. Nobody decides on their own hours.',
      },
      {
        id: 'what-is-extra-time',
        question: 'What is extra time, and how do I claim it?',
        answer:
          'Time worked beyond what was scheduled: a holdover, court, a callback, late relief, writing reports, training. You claim it after the fact in whole minutes, at most 24 hours in one claim, and never for time that is paid already. Court needs the docket number. An admin approves it, as asked or amended, denies it, or returns it with a question; never their own.',
      },
    ],
  },
  {
    id: 'for-admins',
    name: 'For admins',
    entries: [
      {
        id: 'how-do-i-post-a-shift',
        question: 'How do I post a shift?',
        answer:
          '**Assignments**, then **New assignment**. Give it its times, place and posts, each with so many places and, where needed, a rank or unit. A draft is seen by admins only. Published, or at the time you set, every approved officer can see it. Shifts that come again are made as a series, and one that you post often is kept as a template.',
      },
      {
        id: 'what-waits-for-me',
        question: 'What waits for my decision?',
        answer:
          'The dashboard opens on it: signups, call-offs, hours and registrations. Each number leads to its list, and the sidebar counts them too. What others decide disappears from your list within a second.',
      },
      {
        id: 'why-can-i-not-decide',
        question: 'Why can I not decide on my own signup or hours?',
        answer:
          'Nobody decides on their own signup, attendance or extra time, admins included: the server refuses it. Where you are the only admin, make a second officer an admin on their page under **Officers**.',
      },
      {
        id: 'how-do-i-import',
        question: 'How do I bring in my roster?',
        answer:
          '**Officers**, then **Import roster**: a CSV or XLSX file of up to 10,000 rows and 10 MB. You say which column is what and see every row with its verdict before anything is written; then all rows are written, or none. Officers are on the roster at once, without an account: an invitation by mail gives them one.',
      },
      {
        id: 'an-officer-left',
        question: 'An officer left, or must be kept out at once',
        answer:
          'On the page of the officer: **Suspend** takes all access away within 2 seconds, on every device, and keeps the history. **Mark as left** does so for good; they no longer count against your plan. The last admin can be neither.',
      },
      {
        id: 'who-changed-that',
        question: 'Who changed that?',
        answer:
          'Every change is recorded with who made it, when, and what stood there before and after; nobody can edit or delete these records. Where your plan has **Audit Logs**, the page shows them, filters them by person, action, thing and time, and exports them.',
      },
      {
        id: 'our-own-answers',
        question: "Can we add our own department's answers here?",
        answer:
          'Yes, under **FAQ Management**. Write them in categories, publish those that are ready, and they stand above these ones for everybody in your department, and for nobody else.',
      },
    ],
  },
  {
    id: 'plan-and-privacy',
    name: 'Trial, plan and privacy',
    entries: [
      {
        id: 'when-does-the-trial-end',
        question: 'When does the trial end, and what happens then?',
        answer:
          'It lasts 30 days, to the last moment of its last day in the zone of your department. Admins see how many days are left. After that every feature is suspended until the subscription is upgraded; nothing is deleted, and an officer who is on duty can still check out.',
      },
      {
        id: 'a-feature-is-not-available',
        question: 'A page says "Feature Not Available"',
        answer:
          "Your department's plan does not include it. The page names the plan you have and the one it needs. Admins can ask the vendor to switch it on.",
      },
      {
        id: 'who-sees-my-data',
        question: 'Who sees my data?',
        answer:
          'Officers see their own things, and the open shifts. The admins of your department see what belongs to it: roster, signups, hours. Other departments see nothing. If somebody of the vendor has to look inside, it needs a reason, ends after 30 minutes, and stands in the audit log of your department.',
      },
      {
        id: 'on-a-shared-phone',
        question: 'I use a shared computer or phone',
        answer:
          'Log out from the account menu when you are done. What the browser had kept for use without a connection is wiped at sign-out. A changed password ends every other session of yours.',
      },
      {
        id: 'something-does-not-work',
        question: 'Something does not work, or is missing',
        answer:
          'Press the help button and choose **Problem report** or **Feature request**. A problem report carries what your browser is, the page you were on, the time and the sizes of window and screen; nothing else. Under **Sent** you see what became of it.',
      },
    ],
  },
]

/** The answers with the name that this installation gives the product. */
export const productFaq = (product: string): readonly Category[] =>
  content.map((category) => ({
    ...category,
    entries: category.entries.map((entry) => ({
      ...entry,
      question: entry.question.replaceAll('{product}', product),
      answer: entry.answer.replaceAll('{product}', product),
    })),
  }))
