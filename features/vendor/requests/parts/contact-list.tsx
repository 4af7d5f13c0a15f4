import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Hammer from 'lucide-react/icons/hammer'
import { useState } from 'react'
import {
  type ContactAction,
  type ContactState,
  contactAfter,
  contactStates,
} from '#features/department/contact-requests/rules.ts'
import { useChosenOrganization } from '#features/vendor/organizations/client.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { ago } from '#platform/web/time.ts'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ChoiceFilter, useChoice } from '#platform/web/ui/filter-bar.tsx'
import { LoadMore, Toolbar } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type ContactRequest, listContacts, workContact } from '../contract.contact.ts'
import { AnswerDialog } from './answer-dialog.tsx'

const looks: Readonly<Record<ContactState, StatusLook>> = {
  new: { word: 'New', tone: 'hold', icon: CircleDashed },
  in_progress: { word: 'In progress', tone: 'info', icon: Hammer },
  answered: { word: 'Answered', tone: 'ok', icon: CircleCheck },
  closed: { word: 'Closed', tone: 'plain', icon: CircleX },
}
const said: Readonly<Record<ContactAction, string>> = {
  take: 'Assigned to you',
  answer: 'Answer sent',
  close: 'Closed',
  reopen: 'Reopened',
}

const About = ({ row }: { row: ContactRequest }) => {
  const { organization, sender, kind } = row
  const trial = organization.trial_end_date ? ` · trial until ${plainDateWords(organization.trial_end_date)}` : ''
  return (
    <div className="min-w-0">
      <h3 className="font-semibold wrap-anywhere">{organization.name}</h3>
      <p className="text-small text-faint wrap-anywhere">
        /{organization.subdomain} · {organization.subscription_tier}
        {trial}
      </p>
      <p className="mt-1 wrap-anywhere">
        {kind === 'upgrade' ? 'Upgrade request' : 'Support request from an officer'}
        {sender && (
          <>
            {' · '}
            {sender.name},{' '}
            <a href={`mailto:${sender.email}`} className="text-brand-ink underline underline-offset-2">
              {sender.email}
            </a>
          </>
        )}
      </p>
    </div>
  )
}

const Actions = ({ row, onAnswer }: { row: ContactRequest; onAnswer: () => void }) => {
  const { run, pending } = useWrite(workContact, { invalidates: [listContacts] })
  const act = async (action: ContactAction) => {
    try {
      await run({ organization_id: row.organization.id, id: row.id, version: row.version, action })
      toast.success(said[action], row.organization.name)
    } catch (error) {
      toast.failure(error)
    }
  }
  const may = (action: ContactAction) => contactAfter(row.status, action) !== null
  const of = ` the request of ${row.organization.name}`
  return (
    <div className="flex flex-wrap gap-2">
      {may('answer') && (
        <Button
          size="small"
          look={row.status === 'answered' ? 'plain' : 'primary'}
          aria-label={`Answer${of}`}
          onClick={onAnswer}
        >
          {row.status === 'answered' ? 'Answer again' : 'Answer'}
        </Button>
      )}
      {may('take') && (
        <Button size="small" busy={pending} aria-label={`Assign to me${of}`} onClick={() => void act('take')}>
          Assign to me
        </Button>
      )}
      {may('close') && (
        <Button size="small" look="quiet" busy={pending} aria-label={`Close${of}`} onClick={() => void act('close')}>
          Close
        </Button>
      )}
      {may('reopen') && (
        <Button size="small" busy={pending} aria-label={`Reopen${of}`} onClick={() => void act('reopen')}>
          Reopen
        </Button>
      )}
    </div>
  )
}

const Row = ({ row, now, onAnswer }: { row: ContactRequest; now: number; onAnswer: () => void }) => (
  <li className="flex flex-col gap-3 px-4 py-4 md:px-5">
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <About row={row} />
      <div className="flex flex-wrap items-center gap-2">
        <time dateTime={row.created_at} className="figures text-small text-faint">
          {ago(row.created_at, now)}
        </time>
        <StatusBadge of={looks[row.status]} />
      </div>
    </div>
    {row.message !== '' && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{row.message}</p>}
    {row.answer !== '' && (
      <p className="max-w-prose border-l-2 border-line pl-3 whitespace-pre-line text-soft wrap-anywhere">
        <span className="block text-small text-faint">
          Answered {row.answered_at ? ago(row.answered_at, now) : ''}
          {row.worker ? ` · last handled by ${row.worker.name}` : ''}
        </span>
        {row.answer}
      </p>
    )}
    {row.answer === '' && row.worker && <p className="text-small text-faint">Handled by {row.worker.name}</p>}
    <Actions row={row} onAnswer={onAnswer} />
  </li>
)

const states = ['open', ...contactStates, 'all'] as const

/** Contact Vendor messages from departments, newest first, with a way to answer them. */
export const ContactList = () => {
  const state = useChoice('state', states)
  const now = useNow()
  const organization = useChosenOrganization()
  const list = useReadPages(listContacts, { state, ...(organization ? { organization } : {}) }, { keep: true })
  const [answering, setAnswering] = useState<ContactRequest | null>(null)
  const counts = list.first?.counts
  const word = (value: (typeof states)[number]) =>
    value === 'open' ? 'Open' : value === 'all' ? 'All' : `${looks[value].word}${counts ? ` (${counts[value]})` : ''}`
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  // A colleague's change may remove it from the list; the typed text stays.
  const open = answering && (list.items.find((row) => row.id === answering.id) ?? answering)
  return (
    <>
      <Toolbar label="Filter contact requests">
        <ChoiceFilter
          name="state"
          label="Status"
          className="w-44"
          options={states.map((value) => ({ value, label: word(value) }))}
        />
      </Toolbar>
      {list.items.length === 0 ? (
        <EmptyState
          title={state === 'open' ? 'No open contact requests' : 'No results'}
          text={
            state === 'open'
              ? 'Requests sent with Contact Vendor appear here.'
              : 'No contact requests with this status.'
          }
        />
      ) : (
        <Card flush>
          <ul aria-label="Contact requests" className="divide-y divide-line">
            {list.items.map((row) => (
              <Row key={row.id} row={row} now={now} onAnswer={() => setAnswering(row)} />
            ))}
          </ul>
        </Card>
      )}
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="requests"
        />
      )}
      {open && <AnswerDialog row={open} onClose={() => setAnswering(null)} />}
    </>
  )
}
