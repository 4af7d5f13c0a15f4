import { Tabs } from '@base-ui/react/tabs'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useInside } from '#platform/web/support.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { productName } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { slots } from '../slots.tsx'
import { useFrame, type View } from './view.ts'

const shortcuts = [
  { keys: ['Ctrl', 'K'], does: 'Find anything' },
  { keys: ['Ctrl', 'B'], does: 'Expand or collapse the sidebar' },
  { keys: ['Tab'], does: 'Next control (with Shift, the previous one)' },
  { keys: ['Esc'], does: 'Close the open panel or dialog' },
] as const

/** The most common questions, by view. */
const answers: Readonly<Record<View, readonly (readonly [string, string])[]>> = {
  officer: [
    [
      'How do I get a shift?',
      "Available Jobs lists every open shift. With first come, first served, you're confirmed right away. For shifts an admin approves, you'll be notified of the decision. Shifts you can't work say why.",
    ],
    [
      'How are shifts given out?',
      'Each shift says how: first come, approval by an admin, or an award rule that ranks everyone who applied. My standing shows where you rank. After each award, you get a receipt that says what decided it.',
    ],
    [
      'How do I check in and out?',
      'Use the button on your next shift on the dashboard. It shows when check-in opens. If you forget to check out, an admin reviews your times.',
    ],
    [
      "I can't make my shift. What now?",
      'Find the shift in Available Jobs and select Call off. After the deadline, the shift stays yours until an admin approves.',
    ],
    ['My hours are wrong.', 'History shows each record. You can correct and resubmit returned records.'],
  ],
  admin: [
    [
      'How do I post a shift?',
      'Go to Assignments, then New shift. Only admins see drafts. Publishing notifies every active officer.',
    ],
    [
      'How are shifts given out?',
      'Choose a method for each shift type under Staffing, Award rules: first come, approval, or an award by hours, seniority, rotation and more. Current order shows who would come first, and every award keeps a receipt for each applicant.',
    ],
    [
      'What needs my decision?',
      'The dashboard shows requests, call-offs, hours and registrations. Select a number to open its list.',
    ],
    [
      'How do I import my roster?',
      'Go to Officers, then Import roster. Choose a CSV or Excel file and review every row before saving.',
    ],
    [
      'How do hours become final?',
      'When an officer checks out, the record appears under Review hours. Approve it, correct it with a reason, or return it.',
    ],
  ],
}

const Answers = () => (
  <div className="divide-y divide-line border-y border-line">
    {answers[useFrame().view].map(([question, answer]) => (
      <details key={question} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 font-medium">
          {question}
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint group-open:rotate-180" />
        </summary>
        <p className="pb-3 text-soft">{answer}</p>
      </details>
    ))}
  </div>
)

const Shortcuts = () => (
  <dl className="hidden space-y-2 md:block">
    {shortcuts.map(({ keys, does }) => (
      <div key={does} className="flex items-center justify-between gap-4">
        <dt className="text-soft">{does}</dt>
        <dd className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

const Overview = () => (
  <div className="space-y-5">
    <Answers />
    <p className="text-soft">
      {useFrame().view === 'admin'
        ? `For other questions, send ${productName()} support a problem report.`
        : 'For other questions, ask an admin in your department.'}{' '}
      Find all answers in the <TextLink to={paths.faq()}>FAQ</TextLink>.
    </p>
    <Shortcuts />
  </div>
)

const tabClass =
  'flex min-h-11 items-center border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-soft hover:text-ink data-active:border-brand-ink data-active:text-ink md:min-h-10'

/** Common answers, plus the tabs that features add: requests and reports. Drafts survive a reload. */
export const HelpPanel = ({ open, onClose, first }: { open: boolean; onClose: () => void; first: string | null }) => {
  // Vendor support does not write requests to the vendor.
  const parts = useInside() ? [] : slots.help
  const [tab, setTab] = useState(parts.some(({ value }) => value === first) ? first : 'answers')
  return (
    <Dialog open={open} onClose={onClose} title="Help">
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List
          aria-label="Help"
          className="-mx-5 mb-4 flex gap-5 overflow-x-auto border-b border-line px-5 [scrollbar-width:none]"
        >
          <Tabs.Tab value="answers" className={tabClass}>
            FAQ
          </Tabs.Tab>
          {parts.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} className={tabClass}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="answers">
          <Overview />
        </Tabs.Panel>
        {parts.map(({ value, Part }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<ListSkeleton rows={3} />}>
              <Part onDone={() => setTab('sent')} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}
