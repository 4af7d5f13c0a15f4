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

/** Whether rows may be ticked at all: the department's plan decides. */
export const useMayBulk = (): boolean => {
  const may = useMay()
  return useOrganization().features.bulk_operations && may(approveMany)
}

/** Approves the ticked rows; each has its own verdict, and those that were not are named with their reason. */
export const BulkApprove = ({
  ids,
  nameOf,
  onDone,
}: {
  ids: readonly string[]
  nameOf: (id: string) => string
  onDone: () => void
}) => {
  const approving = useWrite(approveMany, { invalidates: reads })
  const [refused, setRefused] = useState<Refused[]>([])
  const approve = async () => {
    try {
      const { results } = await approving.run({ ids: [...ids] })
      for (const { code } of results) if (code !== null) await fetchWords(code)
      const not = results.flatMap(({ id, done, code }) =>
        done || code === null ? [] : [{ id, name: nameOf(id), why: wordsFor(new ApiError(409, { code })).title }],
      )
      const done = results.length - not.length
      if (done > 0) toast.success(done === 1 ? '1 signup approved' : `${done} signups approved`)
      setRefused(not)
      if (not.length === 0) onDone()
    } catch (error) {
      toast.failure(error)
    }
  }
  const close = () => {
    setRefused([])
    onDone()
  }
  const tooMany = ids.length > 100
  return (
    <>
      <Button
        look="primary"
        size="small"
        busy={approving.pending}
        why={tooMany ? 'At most 100 at a time' : null}
        onClick={() => void approve()}
      >
        Approve {ids.length}
      </Button>
      <Dialog
        open={refused.length > 0}
        onClose={close}
        title={refused.length === 1 ? 'One was not approved' : `${refused.length} were not approved`}
        actions={<Button onClick={close}>Close</Button>}
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
    </>
  )
}
