import { useState } from 'react'
import { ImportChoose } from '#features/roster/officer-imports/parts/import-choose.tsx'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { BottomActions } from '#platform/web/ui/bottom-actions.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { type Words, wordsFor } from '#platform/web/words.ts'
import { checkTours, importTours } from '../contract.imports.ts'
import { getTours } from '../contract.ts'
import { type Checked, ImportColumns, ImportCounts, ImportErrors, many, refusedWords } from '../parts/import-review.tsx'
import { type Mapping, textOfMapping } from '../rules.imports.ts'

/** An upload's contract has no field for the file; the form sends it along with the fields. */
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
  if (counts.error > 0) return 'Fix the row errors first.'
  return counts.create + counts.remove === 0 ? 'Every tour is already imported.' : null
}

const Review = ({ state, checked }: { state: State; checked: Checked }) => (
  <div className="flex flex-col gap-4" aria-busy={state.check.pending}>
    <Card title="Columns" hint="Matched automatically. Correct any mistakes.">
      <ImportColumns checked={checked} onChange={(mapping) => state.file && void state.look(state.file, mapping)} />
    </Card>
    <ImportCounts checked={checked} />
    {checked.errors.length > 0 && <ImportErrors checked={checked} />}
    <BottomActions>
      <Button
        look="primary"
        busy={state.check.pending || state.commit.pending}
        why={whyNot(checked)}
        onClick={() => void state.run()}
      >
        Import tours
      </Button>
      <Button onClick={state.again}>Choose another file</Button>
    </BottomActions>
  </div>
)

const choose = {
  title: 'Drop your tour file here',
  text: "CSV or XLSX, up to 10,000 rows and 10 MB. One row per tour: badge number, date, start, end. Tours replace the rotation and earlier imports on those days; a row without times removes that day's imported tours.",
  label: 'Tour file',
}

/** `/admin/staffing/tours/import`: choose a file, review columns and errors, result. */
const TourImportScreen = () => {
  const state = useTourImport()
  const { checked, done, problem, check } = state
  return (
    <>
      <PageHeader
        title="Import tours"
        before={<WayBack to={paths.adminTours()}>Tours and leave</WayBack>}
        hint={checked && !done ? checked.file_name : 'From another scheduling system, for past or future days.'}
      />
      <SupportClosed>Only the department's admins can import tours.</SupportClosed>
      <div className="flex flex-col gap-4" aria-live="polite">
        {problem && (
          <Notice tone="bad" title={problem.title}>
            {problem.text}
          </Notice>
        )}
        {done && (
          <Card>
            <EmptyState
              title="Tours imported"
              text={`${many(done.created)} new · ${many(done.removed)} removed · ${many(done.unchanged)} unchanged · ${many(done.rows_total)} ${done.rows_total === 1 ? 'row' : 'rows'} in total.`}
              action={<Button onClick={state.again}>Import another file</Button>}
            />
          </Card>
        )}
        {!done && checked && <Review state={state} checked={checked} />}
        {!done && !checked && (
          <Needs call={checkTours}>
            <ImportChoose busy={check.pending} onFile={(file) => void state.look(file)} of={choose} />
            {check.pending && <Progress label="Reading file" done={0} of={null} />}
          </Needs>
        )}
      </div>
    </>
  )
}
export default TourImportScreen
