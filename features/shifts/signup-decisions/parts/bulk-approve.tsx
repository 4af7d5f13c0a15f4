import { useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fetchWords, wordsFor } from '#platform/web/words.ts'
import { approveMany, getRoster, listPending } from '../contract.ts'

const reads = [getRoster, listPending] as const
type Refused = { id: string; name: string; why: string }

/** Whether rows can be selected at all: depends on the department's subscription plan. */
export const useMayBulk = (): boolean => {
  const may = useMay()
  return useOrganization().features_enabled.bulk_operations && may(approveMany)
}

type Props = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onBegin?: () => void
  /** The approved ones; empty if the call failed. */
  onApproved?: (ids: readonly string[]) => void
  onDone: () => void
}

const useApproving = ({ ids, nameOf, onBegin, onApproved, onDone }: Props) => {
  const approving = useWrite(approveMany, { invalidates: reads })
  const [refused, setRefused] = useState<Refused[]>([])
  const approve = async () => {
    onBegin?.()
    try {
      const { results } = await approving.run({ ids: [...ids] })
      onApproved?.(results.flatMap(({ id, done }) => (done ? [id] : [])))
      for (const { code } of results) if (code !== null) await fetchWords(code)
      const not = results.flatMap(({ id, done, code }) =>
        done || code === null ? [] : [{ id, name: nameOf(id), why: wordsFor(new ApiError(409, { code })).title }],
      )
      const done = results.length - not.length
      if (done > 0) toast.success(done === 1 ? '1 request approved' : `${done} requests approved`)
      setRefused(not)
      if (not.length === 0) onDone()
    } catch (error) {
      onApproved?.([])
      toast.failure(error)
    }
  }
  const close = () => {
    setRefused([])
    onDone()
  }
  return { approve, busy: approving.pending, refused, close }
}

const NotApproved = ({ refused, onClose }: { refused: readonly Refused[]; onClose: () => void }) => (
  <Dialog
    open={refused.length > 0}
    onClose={onClose}
    title={refused.length === 1 ? "1 request wasn't approved" : `${refused.length} requests weren't approved`}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    <ul className="flex flex-col gap-2">
      {refused.map(({ id, name, why }) => (
        <li key={id}>
          <span className="font-medium">{name}</span>
          <span className="block text-small text-soft">{why}</span>
        </li>
      ))}
    </ul>
  </Dialog>
)

/** Approves the selected rows. Each gets its own result, and failed ones are listed with their reason. */
export const BulkApprove = (props: Props) => {
  const { length: count } = props.ids
  const { approve, busy, refused, close } = useApproving(props)
  return (
    <>
      <Button
        look="primary"
        size="small"
        busy={busy}
        why={count > 100 ? 'Select at most 100' : null}
        onClick={() => void approve()}
      >
        Approve {count}
      </Button>
      <NotApproved refused={refused} onClose={close} />
    </>
  )
}
