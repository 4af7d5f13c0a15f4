import { Tabs } from '@base-ui/react/tabs'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useInside } from '#platform/web/support.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { slots } from '../slots.tsx'
import { useFrame, type View } from './view.ts'

const shortcuts = [
  { keys: ['Ctrl', 'B'], does: 'Expand or collapse the sidebar' },
  { keys: ['Tab'], does: 'Next control; Shift goes back' },
  { keys: ['Esc'], does: 'Close what is open' },
] as const

/** The questions that are asked first, by what one looks through. */
const answers: Readonly<Record<View, readonly (readonly [string, string])[]>> = {
  officer: [
    [
      'How do I get a shift?',
      'Available Jobs lists every open one. Where the first to sign up has it, the place is yours at once; where an admin approves, you are told as soon as it is decided. A job that is not yours to take says why.',
    ],
    [
      'How do I check in and out?',
      'On your dashboard, with the button on your next shift. It says from when it can be pressed. If you forget to check out, an admin reviews your times.',
    ],
    [
      'I cannot come. What now?',
      'Find the shift in Available Jobs and call off. Early enough before the start it is free; after that you ask, and the shift stays yours until an admin agrees.',
    ],
    [
      'My hours are wrong.',
      'History shows each record. One that was returned to you can be corrected and handed in again.',
    ],
  ],
  admin: [
    [
      'How do I post a shift?',
      'Assignments, then New assignment. A draft is seen by admins only; published, every approved officer is told.',
    ],
    [
      'What waits for me?',
      'The dashboard opens on it: signups, call-offs, hours and registrations. Each number leads to its list.',
    ],
    [
      'How do I bring in my roster?',
      'Officers, then Import roster: a CSV or Excel file. You see every row with its verdict before anything is written.',
    ],
    [
      'How do hours become final?',
      'When an officer checks out, the record waits under Review hours. Approve it as recorded, correct it with a reason, or give it back.',
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
      Anything else about shifts, approvals or your account is answered by the admins of your department. All answers,
      your department's own first, stand in the <TextLink to={paths.faq()}>FAQ</TextLink>.
    </p>
    <Shortcuts />
  </div>
)

const tabClass =
  'flex min-h-11 items-center border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-soft hover:text-ink data-active:border-brand-ink data-active:text-ink md:min-h-10'

/** The answers asked for first, and what features hang in: requests and reports. A reload comes back with the drafts. */
export const HelpPanel = ({ open, onClose, first }: { open: boolean; onClose: () => void; first: string | null }) => {
  // What is written to the vendor is not for the vendor's own support to write.
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
