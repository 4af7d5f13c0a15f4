import { useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fetchWords, wordsFor } from '#platform/web/words.ts'
import { readPlan, takeLines } from '../contract.ts'

type Refused = { id: string; name: string; why: string }

/** Applies the selected lines. Each gets its own result, and failed ones are listed with their reason. */
export const TakeLines = ({
  planId,
  ids,
  nameOf,
}: {
  planId: string
  ids: readonly string[]
  nameOf: (id: string) => string
}) => {
  const taking = useWrite(takeLines, { invalidates: [readPlan] })
  const [refused, setRefused] = useState<Refused[]>([])
  const take = async () => {
    try {
      const { results } = await taking.run({ id: planId, line_ids: [...ids] })
      for (const { code } of results) if (code !== null) await fetchWords(code)
      const not = results.flatMap(({ id, code }) =>
        code === null ? [] : [{ id, name: nameOf(id), why: wordsFor(new ApiError(409, { code })).title }],
      )
      const done = results.length - not.length
      if (done > 0) toast.success(done === 1 ? '1 officer assigned' : `${done} officers assigned`)
      setRefused(not)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <>
      <Button look="primary" size="small" busy={taking.pending} onClick={() => void take()}>
        Assign {ids.length}
      </Button>
      <Dialog
        open={refused.length > 0}
        onClose={() => setRefused([])}
        title={refused.length === 1 ? "1 wasn't assigned" : `${refused.length} weren't assigned`}
        actions={<Button onClick={() => setRefused([])}>Close</Button>}
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
