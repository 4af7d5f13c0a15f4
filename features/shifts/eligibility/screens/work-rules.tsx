import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { ago } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { rulesForm } from '../client.work-rules.ts'
import { getWorkRules, saveWorkRules, tryWorkRules } from '../contract.work-rules.ts'
import { TriedRules } from '../parts/tried-rules.tsx'
import { WorkRulesFields } from '../parts/work-rules-form.tsx'
import type { WorkRules } from '../rules.ts'
import { rulesOf, typedOf } from '../words.work-rules-form.ts'

type Saved = OutputOf<typeof getWorkRules>
type Asked = { rules: WorkRules; tried: OutputOf<typeof tryWorkRules> }

type QuestionProps = { asked: Asked | null; busy: boolean; onBack: () => void; onSave: (asked: Asked) => void }

const SaveQuestion = ({ asked, busy, onBack, onSave }: QuestionProps) => (
  <Dialog
    open={asked !== null}
    onClose={onBack}
    size="wide"
    title="Save these rules?"
    actions={
      <>
        <Button onClick={onBack}>Go back</Button>
        <Button look="primary" busy={busy} onClick={() => asked && onSave(asked)}>
          Save rules
        </Button>
      </>
    }
  >
    {asked && <TriedRules tried={asked.tried} rules={asked.rules} />}
  </Dialog>
)

/** Shows what the rules would refuse before they are saved. */
const Editor = ({ saved, latest, onTake }: { saved: Saved; latest: Saved; onTake: () => void }) => {
  const form = useContractForm(rulesForm, typedOf(saved))
  const trying = useWrite(tryWorkRules)
  const saving = useWrite(saveWorkRules, { invalidates: [getWorkRules] })
  const [asked, setAsked] = useState<Asked | null>(null)
  const newer = latest.version > saved.version
  const save = async ({ rules }: Asked) => {
    try {
      await saving.run({ ...rules, version: saved.version })
      setAsked(null)
      toast.success('Saved', 'New sign-ups must follow these rules.')
      onTake()
    } catch (error) {
      setAsked(null)
      toast.failure(error)
    }
  }
  return (
    <>
      <Form
        form={form}
        onSubmit={async (typed) => {
          const rules = rulesOf(typed)
          setAsked({ rules, tried: await trying.run(rules) })
        }}
      >
        {newer && (
          <Notice
            tone="warn"
            title={`${latest.updated_by ?? 'Another admin'} changed the rules`}
            action={<Button onClick={onTake}>Load new rules</Button>}
          >
            Your changes aren't saved. Load the new rules to continue.
          </Notice>
        )}
        <WorkRulesFields form={form} />
        <div className="grid md:flex">
          <Needs call={saveWorkRules}>
            <SubmitButton form={form}>Preview and save</SubmitButton>
          </Needs>
        </div>
      </Form>
      <SaveQuestion
        asked={asked}
        busy={saving.pending}
        onBack={() => setAsked(null)}
        onSave={(one) => void save(one)}
      />
    </>
  )
}

const Loaded = ({ latest }: { latest: Saved }) => {
  const [saved, setSaved] = useState(latest)
  // After saving, the form starts from the next response with a higher version.
  const [taking, setTaking] = useState(false)
  if (taking && latest.version > saved.version) {
    setSaved(latest)
    setTaking(false)
  }
  return <Editor key={saved.version} saved={saved} latest={taking ? saved : latest} onTake={() => setTaking(true)} />
}

/** `/admin/staffing/work-rules`: the rest and hour rules that apply to every way to get a spot. */
export default function WorkRulesScreen() {
  const read = useRead(getWorkRules, {})
  const now = useNow()
  const { updated_at, updated_by } = read.data ?? {}
  return (
    <>
      <PageHeader
        title="Rest and hours"
        hint={
          updated_at
            ? `Last changed ${ago(updated_at, now).toLowerCase()}${updated_by ? ` by ${updated_by}` : ''}. Only admins can override limits, and they must give a reason.`
            : 'No limits set. Limits apply whenever an officer signs up or is assigned.'
        }
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      {read.data ? (
        <Loaded latest={read.data} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <CardSkeleton lines={4} />
          <CardSkeleton lines={3} />
        </div>
      )}
    </>
  )
}
