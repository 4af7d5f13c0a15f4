import { useState } from 'react'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  type Escalation,
  editEscalation,
  listEscalations,
  pauseEscalation,
  readEscalation,
  resumeEscalation,
} from '../contract.ts'
import { stepsWords } from '../words.ts'
import { Forecast } from './forecast.tsx'
import { StepsEditor, wrongSteps } from './steps-editor.tsx'

const reads = [readEscalation, listEscalations] as const

const EditDialog = ({
  of: live,
  units,
  onClose,
}: {
  of: Escalation
  units: readonly string[]
  onClose: () => void
}) => {
  const seen = useSeen(live)
  const of = seen.seen
  const [steps, setSteps] = useState(of.steps)
  const [emergency, setEmergency] = useState(of.emergency)
  const save = useWrite(editEscalation, { invalidates: reads })
  const taken = live.planned.filter((one) => one.state === 'taken').length
  const why = steps.length === 0 ? 'Add at least one step.' : null
  const form = useStateForm({ steps, emergency }, why, { check: () => wrongSteps(steps) })
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Steps for this shift"
      description="These apply to this shift only. The department's plan is unchanged."
      action="Save"
      why={why}
      onSubmit={(values) => save.run({ id: of.id, version: of.version, ...values })}
      onDone={() => toast.success('Saved', 'Forecast updated.')}
      onClose={() => onClose()}
    >
      {!save.pending && (
        <SeenNotice
          of={seen}
          shown={(one) => ({
            Emergency: one.emergency ? 'yes' : 'no',
            Paused: one.paused_at ? one.pause_reason : 'no',
            Steps: stepsWords(one.steps),
          })}
        />
      )}
      <Switch checked={emergency} onChange={setEmergency} label="Emergency" hint="Steps run during quiet hours too." />
      <StepsEditor steps={steps} units={units} taken={taken} onChange={setSteps} />
    </FormDialog>
  )
}

const Actions = ({ of, onEdit, onPause }: { of: Escalation; onEdit: () => void; onPause: () => void }) => {
  const resuming = useWrite(resumeEscalation, { invalidates: reads })
  const may = useMay()
  if (!may(resumeEscalation)) return null
  return (
    <span className="flex basis-full flex-wrap gap-2 md:basis-auto">
      <Button size="small" look="quiet" onClick={onEdit}>
        Change steps
      </Button>
      {of.paused_at ? (
        <Button
          size="small"
          busy={resuming.pending}
          onClick={() => void resuming.run({ id: of.id }).catch(toast.failure)}
        >
          Resume
        </Button>
      ) : (
        <Button size="small" onClick={onPause}>
          Pause
        </Button>
      )}
    </span>
  )
}

/** On an assignment short of officers: the upcoming steps, with pause and resume. */
export const EscalationCard = ({ assignmentId }: { assignmentId: string }) => {
  const read = useRead(readEscalation, { assignment_id: assignmentId })
  const [open, setOpen] = useState<'edit' | 'pause' | null>(null)
  const pausing = useWrite(pauseEscalation, { invalidates: reads })
  const close = () => setOpen(null)
  if (read.error && !read.data)
    return (
      <Card title="Escalation">
        <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
      </Card>
    )
  const of = read.data?.escalation
  if (!of || Date.parse(of.starts_at) <= Date.now()) return null
  const { id } = of
  const filled = of.missing === 0
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          Escalation
          {of.emergency && <Badge tone="bad">Emergency</Badge>}
          {of.paused_at && !filled && <Badge tone="hold">Paused</Badge>}
        </span>
      }
      {...(filled
        ? {}
        : {
            hint: 'Steps run while officers are needed.',
            aside: <Actions of={of} onEdit={() => setOpen('edit')} onPause={() => setOpen('pause')} />,
          })}
    >
      {filled && <p>Filled. If a spot opens before the start, the steps continue.</p>}
      {of.pause_reason && !filled && (
        <p className="mb-3 text-soft wrap-anywhere">
          {of.pause_reason}
          {of.paused_by && <span className="text-faint"> — {of.paused_by}</span>}
        </p>
      )}
      {!filled && <Forecast of={of} />}
      {open === 'edit' && <EditDialog of={of} units={read.data?.units ?? []} onClose={close} />}
      <ConfirmWithReason
        open={open === 'pause'}
        onClose={close}
        title="Pause this escalation?"
        text="No steps run until you resume. Steps timed from publishing are delayed by the length of the pause."
        action="Pause"
        back="Keep running"
        reasonHint="Other admins will see this."
        onConfirm={(reason) => pausing.run({ id, reason })}
      />
    </Card>
  )
}
