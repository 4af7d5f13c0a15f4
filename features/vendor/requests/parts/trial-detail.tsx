import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { dayAndClock, viewerZone } from '#platform/web/time.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { moveTrialRequest, noteTrialRequest, readTrialRequest, type TrialRequestDetail } from '../contract.trial.ts'
import type { TrialAction } from '../rules.trial.ts'
import { trialActionWords, trialStateWords } from '../words.trial.ts'
import { Notes } from './notes.tsx'
import { PlanForm } from './plan-form.tsx'
import { StartTrial } from './start-trial.tsx'
import { TrialBadge } from './trial-badge.tsx'

const stale = { invalidates: [readTrialRequest] }

/** Opens the reader's mail program; encoded so that a visitor's address cannot inject headers. */
const replyTo = (request: TrialRequestDetail) =>
  `mailto:${encodeURIComponent(request.email)}?subject=${encodeURIComponent(`Your trial for ${request.organization}`)}`

const closing = {
  win: {
    title: 'Mark as won?',
    text: 'The prospect became a customer. The request closes with your reason.',
    label: 'What was agreed',
    action: 'Mark as won',
  },
  lose: {
    title: 'Mark as lost?',
    text: "The prospect isn't buying. The request closes with your reason. A running trial continues.",
    label: 'Reason',
    action: 'Mark as lost',
  },
} as const

const Actions = ({ request }: { request: TrialRequestDetail }) => {
  const [open, setOpen] = useState<'start_trial' | 'win' | 'lose' | null>(null)
  const move = useWrite(moveTrialRequest, stale)
  const close = () => setOpen(null)
  const run = async (action: Exclude<TrialAction, 'start_trial'>, reason = '') => {
    const { state } = await move.run({ id: request.id, version: request.version, action, reason })
    toast.success(trialStateWords[state], request.organization)
  }
  const press = (action: TrialAction) => {
    if (action === 'contact' || action === 'reopen') void run(action).catch(toast.failure)
    else setOpen(action)
  }
  return (
    <>
      <a href={replyTo(request)} className={buttonClass()}>
        <Mail aria-hidden /> Reply by email
      </a>
      {request.may.map((action) => (
        <Button
          key={action}
          look={action === 'start_trial' ? 'primary' : 'plain'}
          busy={move.pending && open === null}
          onClick={() => press(action)}
        >
          {trialActionWords[action]}
        </Button>
      ))}
      {open === 'start_trial' && <StartTrial request={request} onClose={close} />}
      {(open === 'win' || open === 'lose') && (
        <ConfirmWithReason
          open
          onClose={close}
          title={`Mark ${request.organization} as ${open === 'win' ? 'won' : 'lost'}?`}
          text={closing[open].text}
          action={closing[open].action}
          look={open === 'win' ? 'primary' : 'danger'}
          back="Cancel"
          reasonLabel={closing[open].label}
          reasonHint="Visible to vendor staff only."
          onConfirm={(reason) => run(open, reason)}
        />
      )}
    </>
  )
}

const Made = ({ made }: { made: NonNullable<TrialRequestDetail['organization_made']> }) => (
  <>
    <TextLink to={paths.superAdminOrganization(made.id)}>{made.name}</TextLink>
    <span className="block text-small text-faint">
      {paths.agencyLogin(made.subdomain)}
      {made.trial_end_date && ` · trial until ${plainDateWords(made.trial_end_date)}`}
    </span>
  </>
)

const Asked = ({ request }: { request: TrialRequestDetail }) => {
  const zone = viewerZone()
  return (
    <Card title="Request">
      <Facts
        className="wrap-anywhere"
        facts={[
          ['Organization', request.organization],
          ['Contact', request.contact],
          ['Email', request.email],
          ...(request.phone ? [['Phone', request.phone] as const] : []),
          ['Officers', request.team_size.toLocaleString('en-US')],
          ['Requested', dayAndClock(request.created_at, zone)],
          ...(request.worked_at ? [['Last handled', dayAndClock(request.worked_at, zone)] as const] : []),
          ...(request.organization_made ? [['Trial', <Made key="m" made={request.organization_made} />] as const] : []),
          ...(request.closed_reason ? [['Reason', request.closed_reason] as const] : []),
        ]}
      />
      {request.message !== '' && (
        <p className="mt-4 border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">{request.message}</p>
      )}
    </Card>
  )
}

/** One trial request with all its actions. */
export const TrialDetail = ({ id }: { id: string }) => {
  const read = useRead(readTrialRequest, { id })
  const note = useWrite(noteTrialRequest, stale)
  const request = read.data
  return (
    <>
      <PageHeader
        title={request?.organization ?? 'Trial request'}
        before={<TextLink to={paths.superAdminRequests({ tab: 'trials' })}>Trial requests</TextLink>}
        beside={request && <TrialBadge state={request.state} />}
        actions={request && <Actions request={request} />}
      />
      {request ? (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Asked request={request} />
          <div className="flex min-w-0 flex-col gap-5">
            <PlanForm request={request} />
            <Notes notes={request.notes} onAdd={(body) => note.run({ id, body })} />
          </div>
        </div>
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <CardSkeleton lines={6} />
      )}
    </>
  )
}
