import type { Category } from './rules.ts'

/** The product's own answers, defined only here. The visitor pages render them too. Answers are Markdown. */
const content: readonly Category[] = [
  {
    id: 'getting-in',
    name: 'Accounts and sign-in',
    entries: [
      {
        id: 'how-do-i-register',
        question: 'How do I get an account?',
        answer:
          'Your department gives you its registration link, such as `/your-agency/register`, or an admin emails you an invitation.\n\n1. Enter your name, email, and badge number if you have one. We email you a link to confirm your email and choose a password.\n2. An admin in your department approves you. Until then, you see a waiting page.\n3. We email you as soon as the admin decides.',
      },
      {
        id: 'i-forgot-my-password',
        question: 'I forgot my password',
        answer:
          'Select **Forgot your password?** on the sign-in page and enter your email. We send you a link that works once and expires in an hour. If no email arrives, check your spam folder and ask your admin which email is on the roster.',
      },
      {
        id: 'sign-in-is-refused',
        question: 'My password is correct, but sign-in fails. Why?',
        answer:
          "After 5 wrong attempts within 15 minutes, sign-in is locked for 15 minutes, even with the correct password. Wait, then try again. Your department's admins are notified so they can check whether it was you.",
      },
      {
        id: 'why-was-i-signed-out',
        question: 'Why was I signed out?',
        answer:
          'Sessions end after 30 minutes without activity. The screen warns you 5 minutes before and lets you extend the session. Every session ends after 12 hours. Your check-ins, sign-ups and hours are kept.',
      },
      {
        id: 'two-departments',
        question: 'I work for two departments',
        answer:
          "One account can belong to several departments. Sign in at the department's web address, or at `/app` to choose one. Departments never see each other's shifts or hours, or that you belong to both.",
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
          "**Available Jobs** lists every open shift that your department has published. Select **Sign up** on the one you want.\n\n- _First come, first served_: you're confirmed right away while spots are left.\n- _An admin approves_: your request is pending until an admin decides, and then you're notified.\n- _Awarded_: when sign-up closes, your department's award rule decides. Everyone who signed up gets a receipt that says who was chosen and why.\n\nShifts you can't work say why: they overlap another of your shifts, require a different rank or unit, aren't open for sign-up, or are full.",
      },
      {
        id: 'two-officers-last-place',
        question: 'Two of us signed up for the last spot. Who gets it?',
        answer:
          "With _first come, first served_, the officer whose sign-up reached the server first. The other officer sees that the shift is full. Otherwise, an admin or your department's award rule decides. A spot is never filled twice.",
      },
      {
        id: 'can-i-withdraw',
        question: 'Can I withdraw a sign-up?',
        answer:
          "Yes. Until an admin decides, select **Withdraw** in Available Jobs. After you're confirmed, call off instead (see below).",
      },
      {
        id: 'how-do-i-call-off',
        question: "I can't make my shift. How do I call off?",
        answer:
          "Find the shift in **Available Jobs** and select **Call off**.\n\n- Until your department's deadline (24 hours before the start by default), you can call off without approval.\n- After that, you need to ask and give a reason, and **the shift stays yours until an admin approves**. You can withdraw the request while it is pending.\n- After the shift starts, call your supervisor.\n\nIf your department changes the time or location after you were confirmed, you can call off without approval until the start.",
      },
      {
        id: 'a-shift-was-changed',
        question: 'What happens when a shift is changed or canceled?',
        answer:
          'Everyone who signed up is notified in the app. If the new time overlaps another of your shifts, the admin decides before saving whether you stay on the changed shift. A canceled shift disappears from your list, and History shows who canceled it.',
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
          "Your dashboard shows your next shift with the check-in button. Check-in opens 60 minutes before the start unless your department changed it. Check out on the same card when you leave; if you leave early, you're asked to confirm. You can undo a check-out for one minute, and check in again until the shift ends. Check-out stays open for 24 hours after the end.",
      },
      {
        id: 'forgot-to-check-out',
        question: 'I forgot to check out, or to check in',
        answer:
          'If you forget to check out, the record is closed 24 hours after the shift and flagged for an admin. If you never checked in, ask an admin to record your times. You can see both in **History**.',
      },
      {
        id: 'which-clock-counts',
        question: 'Which clock counts?',
        answer:
          "The server's clock. Your phone's time is also recorded, and records with a difference of more than 5 minutes are flagged. All times are in your department's time zone, and shifts that span a clock change are marked.",
      },
      {
        id: 'is-my-position-tracked',
        question: 'Is my location tracked?',
        answer:
          "No. If your department uses location verification, your location is recorded only when you check in and check out, with its accuracy and distance from the shift's location. Nothing is recorded in between or on other days. An inaccurate location shows as not verified, never as somewhere else.",
      },
      {
        id: 'how-do-hours-become-final',
        question: 'How do my hours become final?',
        answer:
          'When you check out, the record is submitted. If a time is wrong, select **Request correction** in **History**. An admin approves the record, corrects it with a reason (the original times are kept), or returns it to you. You can correct and resubmit returned records in **History**. No one can approve their own hours.',
      },
      {
        id: 'what-is-extra-time',
        question: 'What is extra time, and how do I claim it?',
        answer:
          'Extra time is work beyond your schedule: holdover, court, callback, late relief, report writing or training. Claim it afterward in whole minutes, up to 24 hours per claim, and never for time that is already paid. Court time requires the docket number and the court. Another person approves, corrects, denies or returns it.',
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
          'Go to **Assignments**, then **New shift**. Set times, location and posts, each with a number of spots and, if needed, a rank or unit. Only admins see drafts. Once published, now or at a set time, every active officer can see it. Save repeating shifts as a series, and common ones as a template.',
      },
      {
        id: 'what-waits-for-me',
        question: 'What needs my decision?',
        answer:
          'The dashboard shows requests, call-offs, hours and registrations. Select a number to open its list; the sidebar shows the same counts. Items that others decide disappear within a second.',
      },
      {
        id: 'why-can-i-not-decide',
        question: "Why can't I decide my own request or hours?",
        answer:
          'No one, including admins, can decide their own requests, attendance or extra time. If you are the only admin, make another officer an admin on their page under **Officers**.',
      },
      {
        id: 'how-do-i-import',
        question: 'How do I import my roster?',
        answer:
          'Go to **Officers**, then **Import roster**, and choose a CSV or XLSX file of up to 10,000 rows and 10 MB. Match the columns and review every row before saving; all rows are saved, or none. Officers are added without an account. Send invitations by email to create accounts.',
      },
      {
        id: 'an-officer-left',
        question: 'An officer left or needs to lose access right away',
        answer:
          "On the officer's page, **Suspend** removes all access within 2 seconds on every device and keeps the history. **Mark as left** does the same, and the officer no longer counts toward your plan's officer limit. You can't do either to the last admin.",
      },
      {
        id: 'who-changed-that',
        question: 'Who changed that?',
        answer:
          "Every change is recorded with who made it, when, and the values before and after. These records can't be edited or deleted. If your plan includes **Audit Logs**, you can filter them by person, action, object and time, and export them.",
      },
      {
        id: 'our-own-answers',
        question: "Can we add our own department's answers here?",
        answer:
          'Yes, under **FAQ Management**. Write answers in categories and publish them when ready. They appear above the product answers, for your department only.',
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
          "The trial lasts 30 days, until the end of the last day in your department's time zone. Admins see how many days are left. After that, every feature is suspended until you upgrade. Officers on duty can still check out. Your data is kept for 90 days after the trial, and admins can export it at any time.",
      },
      {
        id: 'a-feature-is-not-available',
        question: 'A page says "Feature Not Available"',
        answer:
          "Your department's plan doesn't include the feature, or the vendor turned it off. The page says which. Admins can ask the vendor to turn it on.",
      },
      {
        id: 'who-sees-my-data',
        question: 'Who sees my data?',
        answer:
          "Officers see their own records and open shifts. Your department's admins see its roster, sign-ups and hours. Other departments see nothing. Vendor support must give a reason for access. Each access lasts at most 30 minutes and is recorded in your department's audit log.",
      },
      {
        id: 'on-a-shared-phone',
        question: 'I use a shared computer or phone',
        answer:
          'Log out from the account menu when you are done. Signing out deletes the data that the browser stored for offline use. Changing your password ends your other sessions.',
      },
      {
        id: 'something-does-not-work',
        question: "Something doesn't work, or is missing",
        answer:
          'Select the help button, then **Problem report** or **Feature request**. A problem report includes your browser, the page, the time, and your window and screen size; nothing else. Follow the status under **Sent**.',
      },
    ],
  },
]

/** The answers with this installation's product name. */
export const productFaq = (product: string): readonly Category[] =>
  content.map((category) => ({
    ...category,
    entries: category.entries.map((entry) => ({
      ...entry,
      question: entry.question.replaceAll('{product}', product),
      answer: entry.answer.replaceAll('{product}', product),
    })),
  }))
