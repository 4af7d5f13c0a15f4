import type { Category } from './rules.ts'

/** The category of answers that only admins need. */
export const FOR_ADMINS = 'for-admins'

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
        id: 'how-are-shifts-awarded',
        question: 'How are shifts awarded?',
        answer:
          "When sign-up closes, the award rule ranks everyone who signed up, for example by fewest hours, rotation or seniority. The first eligible officers get the spots. The shift's page shows the rule in plain words and when sign-up closes.\n\n- Everyone who signed up gets a receipt with their rank and what decided it. Find it in **My standing**, under **Awards**.\n- If the rule keeps a waitlist, the others join it. When a spot opens, it is offered to the next officer for a limited time. Select **Accept** or **Decline** on your dashboard.\n- Close to the start, a rule can offer the spot to everyone on the waitlist at once. The first to accept gets it.",
      },
      {
        id: 'what-are-charged-hours',
        question: 'What are charged hours, and when am I charged?',
        answer:
          "Award rules that compare hours rank the officers with the fewest charged hours first. Your department's rule says what it charges, how far back, and whether declined offers and order-ins count. All shift types count, first come, first served ones too.\n\n- Before you sign up, the shift's page says how many hours it adds, and under which rule.\n- If you call off, the hours stay charged unless the rule says otherwise. Signing up for the same spot again doesn't charge it twice.\n- If you undo a sign-up, hand the shift over, or your department cancels it, its hours are refunded.\n\nYour total, your place in each rule's order and every entry are in **My standing**, under **Offers and responses**.",
      },
      {
        id: 'how-do-i-swap',
        question: 'How do I swap a shift or give it away?',
        answer:
          'Open your confirmed shift and select **Swap or give away**. You can offer it to one colleague or to every eligible officer.\n\n- _Give it away_: the first officer to accept works it.\n- _Swap_: another officer offers a shift in exchange, and you agree to it. If you asked a colleague for a certain shift, their acceptance is enough.\n\nUnless your department turned approval off, an admin approves it last. Until it takes effect, **the shift stays yours** and you can withdraw the offer. Offers end when either shift starts. Follow yours in **My standing**, under **Waitlists and swaps**.',
      },
      {
        id: 'what-is-an-order-in',
        question: 'What is an order-in, and how does the force list work?',
        answer:
          "An order-in is compulsory overtime on a shift with open spots. Your department asks for volunteers first. If spots are still open when time is up, the first eligible officer on the force list is ordered in.\n\n- The list starts with the officers who have the fewest orders. Next come those whose last order was longest ago, then the least senior.\n- Exempt officers, and officers who can't work the shift, are skipped and keep their position.\n- If you're ordered in, select **Acknowledge** on your dashboard. The receipt shows your position and who was skipped, with the reasons.\n- If you can't work it, request a call-off. The shift stays yours until an admin approves.\n\nYour position is in **My standing**, under **Force list**.",
      },
      {
        id: 'how-do-i-request-leave',
        question: 'How do I request leave?',
        answer:
          "Open **Schedule** and select **Request leave**. An admin approves or denies the request; until then, you can withdraw it. Your requests and their decisions are on the same page.\n\nApproved leave cancels your tours in that time, and you get no offers or order-ins for it. **It doesn't take you off shifts you're confirmed for**: call them off or give them away.",
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
    id: FOR_ADMINS,
    name: 'For admins',
    entries: [
      {
        id: 'how-do-i-post-a-shift',
        question: 'How do I post a shift?',
        answer:
          'Go to **Assignments**, then **New shift**. Set times, location and posts, each with a number of spots and, if needed, a rank or unit. Only admins see drafts. Once published, now or at a set time, every active officer can see it. Save repeating shifts as a series, and common ones as a template.',
      },
      {
        id: 'how-do-i-choose-award-rules',
        question: 'How do I choose how shifts are awarded?',
        answer:
          "Each shift's own setting comes first, then its type's award rule, then the default in **Settings**. Go to **Staffing**, then **Award rules**, to start with a ready-made rule or write your own. Back-test it on past awards before you adopt it for a shift type. It applies to shifts whose sign-up hasn't opened yet; open shifts keep their rule. **Current order** shows who is next.",
      },
      {
        id: 'how-do-i-approve-swaps',
        question: 'Do swaps need my approval?',
        answer:
          "Yes, unless you turn off **Swaps and giveaways need an admin's approval** in **Settings**. Once both officers agree, the swap is pending under **Staffing**, then **Swaps**. Approve it, and it takes effect right away, or deny it with a reason. Another admin has to decide swaps of your own shifts.",
      },
      {
        id: 'how-do-i-order-in',
        question: 'How do I order officers in?',
        answer:
          'Open the shift, go to **Order-in**, and select **Ask for volunteers**. You see who is next on the force list before you ask. When time is up, volunteers get the spots first, and the list fills the rest. Until then, you can stop asking, and no one is ordered in.\n\n**Staffing**, then **Force list**, has the order, past orders, exemptions and settings, such as whether orders count for a year or forever. **Escalation** can do all of this on its own when a shift is understaffed.',
      },
      {
        id: 'how-do-i-decide-leave',
        question: 'How do I approve or deny leave?',
        answer:
          'Go to **Staffing**, then **Leave requests**. Each request shows who else is away and which minimums would fall short. Approved leave cancels tours and stops offers. Confirmed shifts stay until the officer is removed or calls off. If you deny leave, the officer sees your reason.',
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
