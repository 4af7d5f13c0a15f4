import { useState } from 'react'
import type { WorkRules } from '#features/eligibility/rules.ts'
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
import { rulesForm } from '../client.ts'
import { getWorkRules, saveWorkRules, tryWorkRules } from '../contract.ts'
import { TriedRules } from '../parts/tried-rules.tsx'
import { WorkRulesFields } from '../parts/work-rules-form.tsx'
import { rulesOf, typedOf } from '../rules.form.ts'

type Saved = OutputOf<typeof getWorkRules>
type Asked = { rules: WorkRules; tried: OutputOf<typeof tryWorkRules> }

/** What the rules would refuse stands there before they are saved. */
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
      toast.success('Saved', 'Every place that is given from now on is held to it.')
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
            title={`${latest.updated_by ?? 'Somebody else'} has changed the rules meanwhile`}
            action={<Button onClick={onTake}>Show them</Button>}
          >
            What you typed is not saved. Take the new rules to go on from there.
          </Notice>
        )}
        <WorkRulesFields form={form} />
        <div className="grid md:flex">
          <Needs call={saveWorkRules}>
            <SubmitButton form={form}>See what it refuses, then save</SubmitButton>
          </Needs>
        </div>
      </Form>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        size="wide"
        title="Save these rules?"
        actions={
          <>
            <Button onClick={() => setAsked(null)}>Go back</Button>
            <Button look="primary" busy={saving.pending} onClick={() => asked && void save(asked)}>
              Save rules
            </Button>
          </>
        }
      >
        {asked && <TriedRules tried={asked.tried} rules={asked.rules} />}
      </Dialog>
    </>
  )
}

const Loaded = ({ latest }: { latest: Saved }) => {
  const [saved, setSaved] = useState(latest)
  // After saving, the next answer of a higher version is what the form stands on.
  const [taking, setTaking] = useState(false)
  if (taking && latest.version > saved.version) {
    setSaved(latest)
    setTaking(false)
  }
  return <Editor key={saved.version} saved={saved} latest={taking ? saved : latest} onTake={() => setTaking(true)} />
}

/** `/admin/staffing/work-rules`: rest and hours that every way to a place is held to. */
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
            ? `Set ${ago(updated_at, now).toLowerCase()}${updated_by ? ` by ${updated_by}` : ''}. Nobody gets a place against it unless an admin gives a reason.`
            : 'No rules are set. What you set here is asked wherever a place is taken or given.'
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
