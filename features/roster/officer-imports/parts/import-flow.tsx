import { type ReactNode, useState } from 'react'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { counted } from '#platform/shared/text.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { ApiError } from '#platform/web/api.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { BottomActions } from '#platform/web/ui/bottom-actions.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { type Words, wordsFor } from '#platform/web/words.ts'
import { checkImport, getImport, importOfficers } from '../contract.ts'
import { type DateOrder, dateOrders, parseDate } from '../rules.dates.ts'
import { type ImportField, textOfMapping } from '../rules.mapping.ts'
import { ImportChoose } from './import-choose.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { ImportNewValues, whyNotAgreed } from './import-new-values.tsx'
import { ImportRows } from './import-rows.tsx'

type Checked = OutputOf<typeof checkImport>
type Done = OutputOf<typeof importOfficers>

/** An upload's contract has no field for the file; the form sends it along with the fields. */
const withFile = <I extends object>(input: I, file: File): I => Object.assign(input, { file })

const refusedWords: Readonly<Record<NonNullable<Checked['refused']>, Words>> = {
  no_identity: {
    title: 'Choose an identifier',
    text: 'Choose the column with the badge number or email.',
  },
  field_twice: { title: 'Field chosen twice', text: 'Two columns fill the same field. Skip one of them.' },
  name_and_halves: { title: 'Name chosen twice', text: 'Choose the full name or first and last name, not both.' },
  no_rows: { title: 'No officers found', text: 'The file has no officer rows below the header.' },
  officers_full: {
    title: "Over your plan's limit",
    text: "These officers would exceed your plan's limit. Nothing was imported.",
  },
}

type Read = { bare?: boolean; dates?: Dates | null }
type Dates = (typeof dateOrders)[number]
const readAs = ({ bare, dates }: Read): Pick<InputOf<typeof checkImport>, 'header' | 'dates'> => ({
  ...(bare && { header: 'none' as const }),
  ...(dates && { dates }),
})

/** State of one import, from choosing a file to the result. */
export const useImport = () => {
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [problem, setProblem] = useState<Words | null>(null)
  const [import_id, setImportId] = useState<string | null>(null)
  // How the file is read: without a header row, and its dates; and the file that appears to have no header, pending an answer.
  const [read, setRead] = useState<Read>({})
  const [headless, setHeadless] = useState<File | null>(null)
  /** New units and ranks of this file were confirmed. */
  const [agreed, agree] = useState(false)
  const check = useWrite(checkImport)
  const commit = useWrite(importOfficers)
  const look = async (chosen: File, mapping?: readonly (ImportField | null)[], as: Read = {}) => {
    setProblem(null)
    setDone(null)
    setRead(as)
    setHeadless(null)
    agree(false)
    try {
      const columns: InputOf<typeof checkImport> = mapping ? { mapping: textOfMapping(mapping) } : {}
      setChecked(await check.run(withFile({ ...columns, ...readAs(as) }, chosen)))
      setFile(chosen)
    } catch (error) {
      setProblem(wordsFor(error))
      if (error instanceof ApiError && error.code === 'file_no_header') setHeadless(chosen)
    }
  }
  const run = async () => {
    if (!file || !checked) return
    const id = crypto.randomUUID()
    setImportId(id)
    setProblem(null)
    try {
      const mapping = textOfMapping(checked.columns.map((column) => column.field))
      setDone(await commit.run(withFile({ import_id: id, mapping, ...readAs(read) }, file)))
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }
  const again = () => {
    setFile(null)
    setChecked(null)
    setDone(null)
    setProblem(null)
    setHeadless(null)
  }
  return { file, checked, done, problem, import_id, check, commit, read, headless, agreed, agree, look, run, again }
}

export type ImportState = ReturnType<typeof useImport>

const Running = ({ import_id, total, sent }: { import_id: string; total: number; sent: number | null }) => {
  const status = useRead(getImport, { import_id }, { every: 400 })
  const done = status.data?.rows_done
  return (
    <Card title="Importing">
      {done === undefined ? (
        <Progress label={sent !== null && sent < 1 ? 'Uploading file' : 'Checking rows'} done={0} of={null} />
      ) : (
        <Progress label="Saving" done={done} of={status.data?.rows_total ?? total} />
      )}
      <p className="mt-3 text-small text-faint">All or nothing: if anything fails, the roster is unchanged.</p>
    </Card>
  )
}

const rowsWords = (count: number): string => counted(count, 'row')

const Result = ({ done, onAgain, onward }: { done: Done; onAgain: () => void; onward: ReactNode }) => {
  const changed = done.created + done.updated
  const parts = [
    `${done.created.toLocaleString('en-US')} new`,
    `${done.updated.toLocaleString('en-US')} changed`,
    `${done.unchanged.toLocaleString('en-US')} unchanged`,
    ...(done.skipped > 0 ? [`${done.skipped.toLocaleString('en-US')} skipped`] : []),
  ]
  return (
    <Card>
      <EmptyState
        title={changed === 0 ? 'Nothing to change' : 'Roster imported'}
        text={
          <span className="figures">
            {parts.join(' · ')} · {rowsWords(done.rows_total)} in total.
            {changed === 0 && ' Every officer in this file is already on the roster.'}
          </span>
        }
        action={
          <>
            {onward}
            <Button onClick={onAgain}>Import another file</Button>
          </>
        }
      />
    </Card>
  )
}

const commitWords = ({ counts }: Checked): string => {
  const people = (count: number) => counted(count, 'officer')
  const { create, update } = counts
  if (create > 0) return `Import ${people(create)}${update > 0 ? `, change ${update.toLocaleString('en-US')}` : ''}`
  return update > 0 ? `Change ${people(update)}` : 'Nothing to change'
}

const whyNot = ({ counts, refused }: Checked): string | null => {
  if (refused) return refusedWords[refused].title
  if (counts.error > 0)
    return `${rowsWords(counts.error)} ${counts.error === 1 ? 'has an error' : 'have errors'}. All rows must be valid.`
  return counts.create + counts.update === 0 ? 'Every row is already on the roster.' : null
}

const readDate = (date: string, order: DateOrder): string => {
  const answer = parseDate(date, order)
  return 'date' in answer ? plainDateWords(answer.date) : date
}

/** Nothing in the column proves whether the day or the month comes first, and hire dates decide seniority: so the admin is asked. */
const DateQuestion = ({
  date,
  chosen,
  onChoose,
}: {
  date: string
  chosen: Dates | null
  onChoose: (dates: Dates) => void
}) => (
  <Card title="Dates" hint={`Which date is "${date}"? Your answer applies to the whole column.`}>
    <div role="toolbar" aria-label="Order of day and month" className="flex flex-wrap gap-2">
      {dateOrders.map((order) => (
        <Button
          key={order}
          look={chosen === order ? 'primary' : 'plain'}
          aria-pressed={chosen === order}
          onClick={() => onChoose(order)}
        >
          {readDate(date, order)}
        </Button>
      ))}
    </div>
  </Card>
)

const Review = ({ checked, state }: { checked: Checked; state: ImportState }) => {
  const { time_zone } = useOrganization()
  const mapping = checked.columns.map((column) => column.field)
  const lookAgain = (next: readonly (ImportField | null)[], as: Read) =>
    state.file && void state.look(state.file, next, as)
  const idle =
    checked.refused === null && checked.counts.error === 0 && checked.counts.create + checked.counts.update === 0
  return (
    <div className="flex flex-col gap-4" aria-busy={state.check.pending}>
      <Card title="Columns" hint="Matched automatically. Correct any mistakes.">
        <ImportMapping columns={checked.columns} mapping={mapping} onChange={(next) => lookAgain(next, state.read)} />
      </Card>
      {checked.ambiguous_date && (
        <DateQuestion
          date={checked.ambiguous_date}
          chosen={state.read.dates ?? null}
          onChoose={(dates) => lookAgain(mapping, { ...state.read, dates })}
        />
      )}
      {checked.imported_before && (
        <Notice title="Already imported">
          This file was imported on {dayAndClock(checked.imported_before, time_zone)}.{' '}
          {idle && ' Every row is already on the roster, so nothing will change.'}
        </Notice>
      )}
      {checked.refused && (
        <Notice tone="bad" title={refusedWords[checked.refused].title}>
          {refusedWords[checked.refused].text}
        </Notice>
      )}
      {checked.counts.error > 0 && (
        <Notice tone="bad" title={`${rowsWords(checked.counts.error)} can't be imported`}>
          Fix them in the file and choose it again, or skip the column. Nothing is imported until all rows are valid.
        </Notice>
      )}
      <ImportNewValues values={checked.new_values} agreed={state.agreed} onAgree={state.agree} />
      {checked.rows.length > 0 && (
        <Card title="Rows">
          <ImportRows
            key={`${checked.file_hash} ${textOfMapping(mapping)} ${state.read.dates}`}
            rows={checked.rows}
            counts={checked.counts}
          />
        </Card>
      )}
      <BottomActions>
        <Button
          look="primary"
          busy={state.check.pending}
          why={whyNot(checked) ?? whyNotAgreed(checked.new_values, state.agreed)}
          onClick={() => void state.run()}
        >
          {commitWords(checked)}
        </Button>
        <Button onClick={state.again}>Choose another file</Button>
      </BottomActions>
    </div>
  )
}

/** Choose a file, review columns and rows, progress, result; `onward` is the next step after an import. */
export const ImportFlow = ({ state, onward }: { state: ImportState; onward: ReactNode }) => {
  const { checked, done, problem, commit, check, import_id, headless } = state
  const running = commit.pending && import_id !== null
  return (
    <>
      <div className="flex flex-col gap-4" aria-live="polite">
        {problem && (
          <Notice
            tone="bad"
            title={problem.title}
            action={
              headless && (
                <Button busy={check.pending} onClick={() => void state.look(headless, undefined, { bare: true })}>
                  Import without a header row
                </Button>
              )
            }
          >
            {problem.text}
          </Notice>
        )}
        {running && (
          <Running
            import_id={import_id}
            total={checked?.rows_total ?? 0}
            sent={commit.progress ? commit.progress.sent / Math.max(1, commit.progress.total) : null}
          />
        )}
        {!running && done && <Result done={done} onAgain={state.again} onward={onward} />}
      </div>
      {!running && !done && checked && <Review checked={checked} state={state} />}
      {!running && !done && !checked && (
        <>
          <ImportChoose busy={check.pending} onFile={(file) => void state.look(file)} />
          <div className="mt-4">
            <ImportColumns />
          </div>
          {check.pending && (
            <div className="mt-4">
              <Progress label="Reading file" done={0} of={null} />
            </div>
          )}
        </>
      )}
    </>
  )
}
