import { useState } from 'react'
import { ImportChoose } from '#features/officer-imports/parts/import-choose.tsx'
import { getTours } from '#features/tours/contract.ts'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { type Words, wordsFor } from '#platform/web/words.ts'
import { checkTours, importTours } from '../contract.ts'
import { type Checked, ImportColumns, ImportCounts, ImportErrors, many, refusedWords } from '../parts/import-review.tsx'
import { type Mapping, textOfMapping } from '../rules.ts'

/** The contract of an upload has no field for the file: the form sends it beside the fields. */
const withFile = <I extends object>(input: I, file: File): I => Object.assign(input, { file })

const useTourImport = () => {
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<OutputOf<typeof importTours> | null>(null)
  const [problem, setProblem] = useState<Words | null>(null)
  const check = useWrite(checkTours)
  const commit = useWrite(importTours, { invalidates: [getTours] })
  const look = async (chosen: File, mapping?: Mapping) => {
    setProblem(null)
    try {
      const input: InputOf<typeof checkTours> = mapping ? { mapping: textOfMapping(mapping) } : {}
      setChecked(await check.run(withFile(input, chosen)))
      setFile(chosen)
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }
  const run = async () => {
    if (!file || !checked) return
    setProblem(null)
    try {
      const mapping = textOfMapping(checked.columns.map((column) => column.field))
      setDone(await commit.run(withFile({ mapping }, file)))
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }
  const again = () => {
    setFile(null)
    setChecked(null)
    setDone(null)
    setProblem(null)
  }
  return { file, checked, done, problem, check, commit, look, run, again }
}
type State = ReturnType<typeof useTourImport>

const whyNot = ({ refused, counts }: Checked): string | null => {
  if (refused) return refusedWords[refused].title
  if (counts.error > 0) return 'Rows have errors: all or nothing.'
  return counts.create + counts.remove === 0 ? 'Every tour stands already.' : null
}

const Review = ({ state, checked }: { state: State; checked: Checked }) => (
  <div className="flex flex-col gap-4" aria-busy={state.check.pending}>
    <Card title="Columns" hint="Guessed from their names. Put right what is wrong.">
      <ImportColumns checked={checked} onChange={(mapping) => state.file && void state.look(state.file, mapping)} />
    </Card>
    <ImportCounts checked={checked} />
    {checked.errors.length > 0 && <ImportErrors checked={checked} />}
    <div className="sticky bottom-0 z-10 flex flex-wrap items-start gap-2 border-t border-line bg-canvas py-3">
      <Button
        look="primary"
        busy={state.check.pending || state.commit.pending}
        why={whyNot(checked)}
        onClick={() => void state.run()}
      >
        Import tours
      </Button>
      <Button onClick={state.again}>Another file</Button>
    </div>
  </div>
)

const choose = {
  title: 'Drop the tours here',
  text: 'CSV or XLSX, up to 10,000 rows and 10 MB, a row for each tour: badge number, date, begin, end. They take the place of the rotation, and of tours imported before, on the days they name; a row without times takes that day’s imported tours back.',
  label: 'File of tours',
}

/** `/admin/staffing/tours/import`: choosing, columns and errors, result. */
const TourImportScreen = () => {
  const state = useTourImport()
  const { checked, done, problem, check } = state
  return (
    <>
      <PageHeader
        title="Import tours"
        before={<WayBack to={paths.adminTours()}>Tours and leave</WayBack>}
        hint={checked && !done ? checked.file_name : 'From another scheduling system, for days ahead or gone by.'}
      />
      <SupportClosed>Tours are imported by the department itself.</SupportClosed>
      <div className="flex flex-col gap-4" aria-live="polite">
        {problem && (
          <Notice tone="bad" title={problem.title}>
            {problem.text}
          </Notice>
        )}
        {done && (
          <Card>
            <EmptyState
              title="The tours are imported"
              text={`${many(done.created)} new · ${many(done.removed)} taken back · ${many(done.unchanged)} unchanged, of ${many(done.rows_total)} ${done.rows_total === 1 ? 'row' : 'rows'}.`}
              action={<Button onClick={state.again}>Import another file</Button>}
            />
          </Card>
        )}
        {!done && checked && <Review state={state} checked={checked} />}
        {!done && !checked && (
          <Needs call={checkTours}>
            <ImportChoose busy={check.pending} onFile={(file) => void state.look(file)} of={choose} />
            {check.pending && <Progress label="Reading the file" done={0} of={null} />}
          </Needs>
        )}
      </div>
    </>
  )
}
export default TourImportScreen
