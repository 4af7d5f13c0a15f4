import { useState } from 'react'
import { ContactLine } from '#features/roster/officers/parts/contact-line.tsx'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { useWrite } from '#platform/web/reads.ts'
import { span } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm, Dialog } from '#platform/web/ui/dialog.tsx'
import { fetchWords, wordsFor } from '#platform/web/words.ts'
import { useUndoLines } from '../client.undo.ts'
import { type PlanLine, readPlan, takeLines, type WaitingAt } from '../contract.ts'
import { confirmTitle, passedOverSum, passedOverWords } from '../words.ts'

type Refused = { id: string; name: string; why: string }
type Props = { planId: string; lines: readonly PlanLine[]; waiting: readonly WaitingAt[]; zone: string }

/** Says that the officer of a line can't be notified; named where the shift has several. */
const NotReached = ({ line, named }: { line: PlanLine; named: boolean }) =>
  !line.has_account && (
    <span className="flex flex-wrap gap-x-1 text-small">
      {named && `${line.officer_name}:`}
      <ContactLine of={{ ...line, name: line.officer_name }} />
    </span>
  )

/** Who would be assigned to which shift, and below each shift who asked for it and isn't. */
const Whom = ({ lines, waiting, zone }: Pick<Props, 'lines' | 'waiting' | 'zone'>) => {
  const now = useNow()
  return (
    <ul aria-label="To be assigned" className="flex flex-col gap-2.5">
      {[...Map.groupBy(lines, ({ post_id }) => post_id)].map(([post_id, [first, ...others]]) => {
        if (!first) return null
        const { day, clock } = span(first.starts_at, first.ends_at, zone, { now })
        const passed = waiting.find((one) => one.post_id === post_id)
        return (
          <li key={post_id}>
            <span className="font-medium">{[first, ...others].map((line) => line.officer_name).join(', ')}</span>
            {[first, ...others].map((line) => (
              <NotReached key={line.id} line={line} named={others.length > 0} />
            ))}
            <span className="figures block text-small text-soft">
              {first.title}, {first.post_name} · {day} · {clock}
            </span>
            {passed && <span className="block text-small wrap-anywhere text-warn">{passedOverWords(passed)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** Assigns the lines and reports it with Undo; keeps those that failed, with their reason. */
const useTaking = (planId: string, lines: readonly PlanLine[]) => {
  const taking = useWrite(takeLines, { invalidates: [readPlan] })
  const { report } = useUndoLines(planId)
  const [refused, setRefused] = useState<Refused[]>([])
  const names = new Map(lines.map((line) => [line.id, `${line.officer_name}, ${line.title}`]))
  const take = async () => {
    const { results } = await taking.run({ id: planId, line_ids: lines.map(({ id }) => id) })
    for (const { code } of results) if (code !== null) await fetchWords(code)
    const not = results.flatMap(({ id, code }) =>
      code === null ? [] : [{ id, name: names.get(id) ?? '', why: wordsFor(new ApiError(409, { code })).title }],
    )
    const done = results.filter((one) => one.done).map(({ id }) => id)
    if (done.length > 0) report(done.length === 1 ? '1 spot filled' : `${done.length} spots filled`, '', done)
    setRefused(not)
  }
  return { take, refused, close: () => setRefused([]) }
}

/** Asks first: names who is assigned and who is skipped. Each line gets its own result. */
export const TakeLines = ({ planId, lines, waiting, zone }: Props) => {
  const [asking, setAsking] = useState(false)
  const { take, refused, close } = useTaking(planId, lines)
  const posts = new Set(lines.map(({ post_id }) => post_id))
  const passed = waiting.reduce((sum, one) => sum + (posts.has(one.post_id) ? one.officers : 0), 0)
  return (
    <>
      <Button look="primary" size="small" onClick={() => setAsking(true)}>
        Assign {lines.length}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={confirmTitle(lines)}
        text={passedOverSum(passed)}
        action={`Assign ${lines.length}`}
        look="primary"
        back="Not yet"
        onConfirm={take}
      >
        <Whom {...{ lines, waiting, zone }} />
      </Confirm>
      <Dialog
        open={refused.length > 0}
        onClose={close}
        title={refused.length === 1 ? "1 spot wasn't filled" : `${refused.length} spots weren't filled`}
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
