import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason, Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { verdictWords } from '../client.ts'
import { decideManyExtraTime, type ExtraTimeRequest, listExtraTime } from '../contract.ts'
import { decisionWords } from '../words.ts'

export type Action = 'approve' | 'deny' | 'return'
type Left = { id: string; name: string; why: string }
export type Outcome = { done: number; action: Action; left: readonly Left[] }

type Answer = OutputOf<typeof decideManyExtraTime>
const leftOf = (answer: Answer, rows: readonly ExtraTimeRequest[], nameOf: (row: ExtraTimeRequest) => string): Left[] =>
  answer.items.flatMap(({ id, verdict }) => {
    const row = rows.find((one) => one.id === id)
    return verdict === 'decided' ? [] : [{ id, name: row ? nameOf(row) : id, why: verdictWords[verdict] }]
  })

type BulkProps = {
  rows: readonly ExtraTimeRequest[]
  chosen: ReadonlySet<string>
  nameOf: (row: ExtraTimeRequest) => string
  /** Before it is sent, and where it failed as a whole. */
  onBegin: (ids: readonly string[]) => void
  onFail: (ids: readonly string[]) => void
  onDone: (outcome: Outcome, done: readonly string[]) => void
}

/** Applies one decision to the selected rows. */
export const BulkDecisions = ({ rows, chosen, nameOf, onBegin, onFail, onDone }: BulkProps) => {
  const [asking, setAsking] = useState<'deny' | 'return' | null>(null)
  const write = useWrite(decideManyExtraTime, { invalidates: [listExtraTime] })
  const decide = async (action: Action, reason?: string) => {
    const items = rows
      .filter((row) => chosen.has(row.id))
      .map(({ id, version }) => ({ id, version }))
      .slice(0, 200)
    const ids = items.map(({ id }) => id)
    onBegin(ids)
    const answer = await write.run({ action, items, ...(reason ? { reason } : {}) }).catch((error: unknown) => {
      onFail(ids)
      throw error
    })
    const decided = answer.items.filter(({ verdict }) => verdict === 'decided').map(({ id }) => id)
    onFail(ids.filter((id) => !decided.includes(id)))
    const left = leftOf(answer, rows, nameOf)
    if (left.length === 0) toast.success(`${answer.decided} ${decisionWords[action]}`, 'The officers will be notified.')
    onDone({ done: answer.decided, action, left }, decided)
  }
  const count = chosen.size === 1 ? '1 claim' : `${chosen.size} claims`
  return (
    <>
      <Button
        look="primary"
        size="small"
        busy={write.pending}
        onClick={() => void decide('approve').catch(toast.failure)}
      >
        Approve selected
      </Button>
      <Button size="small" onClick={() => setAsking('return')}>
        Return
      </Button>
      <Button size="small" look="danger-quiet" onClick={() => setAsking('deny')}>
        Deny
      </Button>
      {asking && (
        <ConfirmWithReason
          open
          onClose={() => setAsking(null)}
          title={asking === 'deny' ? `Deny ${count}?` : `Return ${count}?`}
          text={
            asking === 'deny'
              ? `${chosen.size === 1 ? 'This claim' : 'These claims'} won't be paid.`
              : chosen.size === 1
                ? 'The officer can correct and resubmit it.'
                : 'The officers can correct and resubmit them.'
          }
          action={`${asking === 'deny' ? 'Deny' : 'Return'} ${chosen.size === 1 ? 'claim' : 'claims'}`}
          look={asking === 'deny' ? 'danger' : 'primary'}
          back="Cancel"
          reasonHint="Each of these officers will see this."
          onConfirm={(reason) => decide(asking, reason)}
        />
      )}
    </>
  )
}

/** Which rows were skipped, each with its reason. */
export const LeftDialog = ({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title={`${outcome.done} ${decisionWords[outcome.action]}, ${outcome.left.length} not`}
    description="These claims are unchanged and still selected."
    actions={
      <Button look="primary" onClick={onClose}>
        Back to the list
      </Button>
    }
  >
    <ul aria-label="Not decided" className="divide-y divide-line">
      {outcome.left.map((one) => (
        <li key={one.id} className="py-2.5">
          <span className="block font-medium">{one.name}</span>
          <span className="block text-small text-soft">{one.why}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)
