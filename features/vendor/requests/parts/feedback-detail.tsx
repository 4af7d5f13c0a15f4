import { useState } from 'react'
import type { Kind } from '#features/department/feedback/rules.ts'
import { kindWords, severityWords } from '#features/department/feedback/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { dayAndClock, viewerZone } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type FeedbackDetail as Detail, noteFeedback, readFeedback, unmergeFeedback } from '../contract.feedback.ts'
import { votesWords } from '../words.feedback.ts'
import { AnswerForm } from './answer-form.tsx'
import { FeedbackBadge } from './feedback-badge.tsx'
import { categoryWord, linkTo, weightLabel } from './feedback-list.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { Notes } from './notes.tsx'

const stale = { invalidates: [readFeedback] }

const Department = ({ of }: { of: Detail['organization'] }) => (
  <TextLink to={paths.superAdminOrganization(of.id)}>{of.name}</TextLink>
)
const senderText = (sender: Detail['sender']) => (sender ? `${sender.name}, ${sender.email}` : 'No account')

const Sent = ({ item }: { item: Detail }) => (
  <Card title={kindWords[item.kind]}>
    <p className="mb-4 whitespace-pre-wrap wrap-anywhere">{item.description}</p>
    <Facts
      className="wrap-anywhere"
      facts={[
        ['Organization', <Department key="o" of={item.organization} />],
        ['Sender', senderText(item.sender)],
        ['Sent', dayAndClock(item.created_at, viewerZone())],
        ['Category', categoryWord(item.kind, item.category)],
        [weightLabel[item.kind], severityWords[item.weight]],
        ['Requested by', votesWords(item.votes)],
      ]}
    />
  </Card>
)

const browserFacts = [
  ['user_agent', 'Browser'],
  ['url', 'Address'],
  ['timestamp', 'Browser time'],
  ['viewport_size', 'Window'],
  ['screen_size', 'Screen'],
] as const

/** What the browser reported about itself, shown as plain text; addresses are not links. */
const Browser = ({ info }: { info: NonNullable<Detail['browser_info']> }) => (
  <Card title="Browser" hint="As sent by the browser; may be inaccurate.">
    <Facts
      className="wrap-anywhere"
      facts={browserFacts.flatMap(([name, label]) => (info[name] ? [[label, info[name]] as const] : []))}
    />
  </Card>
)

const Merged = ({ item }: { item: Detail }) => {
  const [taking, take] = useState<Detail['merged'][number] | null>(null)
  const unmerge = useWrite(unmergeFeedback, stale)
  return (
    <Card title="Merged requests" hint="Their senders see the same status and answer.">
      <ul className="divide-y divide-line">
        {item.merged.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{one.title}</p>
              <p className="text-small text-faint wrap-anywhere">
                {one.organization.name} · {senderText(one.sender)}
              </p>
              <p className="mt-1 text-soft whitespace-pre-wrap wrap-anywhere">{one.description}</p>
            </div>
            <Button size="small" aria-label={`Unmerge ${one.title}`} onClick={() => take(one)}>
              Unmerge
            </Button>
          </li>
        ))}
      </ul>
      {taking && (
        <Confirm
          open
          onClose={() => take(null)}
          title="Unmerge this request?"
          text={`"${taking.title}" becomes separate again with its current status and answer. The sender is notified.`}
          action="Unmerge"
          look="primary"
          back="Keep it merged"
          onConfirm={() => unmerge.run({ kind: item.kind, organization_id: taking.organization.id, id: taking.id })}
        />
      )}
    </Card>
  )
}

const Work = ({ item }: { item: Detail }) => {
  const note = useWrite(noteFeedback, stale)
  const place = { kind: item.kind, organization_id: item.organization.id, id: item.id }
  return (
    <>
      {item.merged_into ? (
        <Notice tone="info" title="Merged">
          Handled in the request it was merged into:{' '}
          <TextLink to={linkTo({ kind: item.kind, id: item.merged_into.id })}>{item.merged_into.title}</TextLink> from{' '}
          {item.merged_into.organization.name}.
        </Notice>
      ) : (
        <AnswerForm key={item.id} item={item} />
      )}
      <Notes notes={item.notes} onAdd={(body) => note.run({ ...place, body })} />
    </>
  )
}

/** One feature request or problem report with all its actions. */
export const FeedbackDetail = ({ kind, id }: { kind: Kind; id: string }) => {
  const read = useRead(readFeedback, { kind, id })
  const [merging, setMerging] = useState(false)
  const item = read.data
  const tab = kind === 'feature_request' ? 'wishes' : 'problems'
  return (
    <>
      <PageHeader
        title={item?.title ?? kindWords[kind]}
        before={
          <TextLink to={paths.superAdminRequests({ tab })}>
            {tab === 'wishes' ? 'Feature requests' : 'Problem reports'}
          </TextLink>
        }
        beside={item && <FeedbackBadge status={item.status} />}
        actions={item && !item.merged_into && <Button onClick={() => setMerging(true)}>Merge into another</Button>}
      />
      {item ? (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            <Sent item={item} />
            {item.browser_info && <Browser info={item.browser_info} />}
            {item.merged.length > 0 && <Merged item={item} />}
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <Work item={item} />
          </div>
        </div>
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <CardSkeleton lines={6} />
      )}
      {item && merging && <MergeDialog item={item} onClose={() => setMerging(false)} />}
    </>
  )
}
