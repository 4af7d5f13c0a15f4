import { useState } from 'react'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useRead, useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs, useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { dropPlan, type Escalation, listEscalations, listPlans, type Plan, savePlan } from '../contract.ts'
import { type Exhausted, listUnplanned } from '../contract.unplanned.ts'
import { Forecast } from '../parts/forecast.tsx'
import { firstSteps, StepsEditor, wrongSteps } from '../parts/steps-editor.tsx'
import { stepsWords } from '../words.ts'

const nameOf = (kind: Plan['kind']): string => (kind === null ? 'All other types' : kindWords[kind])

type Free = readonly Plan['kind'][]
type PlanDialogProps = { plan: Plan | null; free: Free; units: readonly string[]; onClose: () => void }

const PlanDialog = ({ plan: live, free, units, onClose }: PlanDialogProps) => {
  const of = useSeen(live)
  const plan = of.seen
  const [kind, setKind] = useState<Plan['kind']>(plan ? plan.kind : (free[0] ?? null))
  const [steps, setSteps] = useState(plan?.steps ?? firstSteps)
  const save = useWrite(savePlan, { invalidates: [listPlans] })
  const why = steps.length === 0 ? 'Add at least one step.' : null
  const form = useStateForm({ kind, steps }, why, { check: () => wrongSteps(steps) })
  return (
    <FormDialog
      form={form}
      size="wide"
      title={plan ? `Plan: ${nameOf(plan.kind)}` : 'Plan for a shift type'}
      description="Covers shifts published from now on. Steps run at least 15 minutes apart and wait until quiet hours end."
      action="Save"
      why={why}
      onSubmit={(values) => save.run({ ...values, version: plan?.version ?? 0 })}
      onDone={() => toast.success('Saved', nameOf(kind))}
      onClose={() => onClose()}
    >
      {!save.pending && <SeenNotice of={of} shown={(one) => ({ Steps: stepsWords(one.steps) })} />}
      {!plan && (
        <Field label="Shift type">
          {(control) => (
            <Select
              {...control}
              value={kind ?? 'any'}
              onChange={(next) => setKind(assignmentKinds.find((one) => one === next) ?? null)}
              options={free.map((one) => ({ value: one ?? 'any', label: nameOf(one) }))}
            />
          )}
        </Field>
      )}
      <StepsEditor steps={steps} units={units} onChange={setSteps} />
    </FormDialog>
  )
}

const PlanRow = ({ plan, units }: { plan: Plan; units: readonly string[] }) => {
  const [open, setOpen] = useState<'edit' | 'drop' | null>(null)
  const drop = useWrite(dropPlan, { invalidates: [listPlans] })
  const may = useMay()
  const close = () => setOpen(null)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-line md:px-5">
      <div className="min-w-0">
        <p className="font-medium">{nameOf(plan.kind)}</p>
        <p className="text-small text-soft">{stepsWords(plan.steps)}</p>
      </div>
      {may(savePlan) && (
        <span className="flex gap-2">
          <Button size="small" aria-label={`Change the plan: ${nameOf(plan.kind)}`} onClick={() => setOpen('edit')}>
            Change
          </Button>
          <Button
            size="small"
            look="danger-quiet"
            aria-label={`Delete plan: ${nameOf(plan.kind)}`}
            onClick={() => setOpen('drop')}
          >
            Delete
          </Button>
        </span>
      )}
      {open === 'edit' && <PlanDialog plan={plan} free={[]} units={units} onClose={close} />}
      <Confirm
        open={open === 'drop'}
        onClose={close}
        title={`Delete plan: ${nameOf(plan.kind)}?`}
        text="Shifts published from now on won't use this plan. Shifts that already use it keep their steps."
        action="Delete"
        onConfirm={() => drop.run({ id: plan.id })}
      />
    </li>
  )
}

const Plans = () => {
  const read = useRead(listPlans, {})
  const [adding, setAdding] = useState(false)
  const of = read.data
  const free: Free = [null, ...assignmentKinds].filter((kind) => !of?.items.some((plan) => plan.kind === kind))
  return (
    <Card
      title="Plans"
      hint={of?.quiet ? `Quiet hours: ${of.quiet}.` : 'No quiet hours set.'}
      flush
      aside={
        of &&
        free.length > 0 && (
          <Needs call={savePlan}>
            <Button size="small" onClick={() => setAdding(true)}>
              Add a plan
            </Button>
          </Needs>
        )
      }
    >
      {!of &&
        (read.error ? (
          <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
        ) : (
          <ListSkeleton rows={2} />
        ))}
      {of?.items.length === 0 && (
        <EmptyState
          quiet
          title="No plan yet"
          text="A plan says what happens when a shift is understaffed: who is notified, which units can also sign up, and when officers are ordered in."
        />
      )}
      {of && of.items.length > 0 && (
        <ul aria-label="Plans" className="divide-y divide-line">
          {of.items.map((plan) => (
            <PlanRow key={plan.id} plan={plan} units={of.units} />
          ))}
        </ul>
      )}
      {adding && of && <PlanDialog plan={null} free={free} units={of.units} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const noneLeft = 'No officers left to order in'

/** What the list below leaves out: nobody to order in and no plan. */
const ExhaustedRow = ({ one, zone }: { one: Exhausted; zone: string }) => (
  <li className="grid gap-x-6 gap-y-2 px-4 py-line md:grid-cols-2 md:px-5">
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>
      </p>
      <p className="figures text-small text-soft">
        Starts {dayAndClock(one.starts_at, zone)}, {one.missing} needed
      </p>
    </div>
    <p>
      <Badge tone="bad">{noneLeft}</Badge>
      <span className="block text-small text-soft">
        No one on the force list is eligible. Assign an officer on the shift's page.
      </span>
    </p>
  </li>
)

/** `others`: shifts with a plan are listed above. */
const WithoutPlan = ({ count, others }: { count: number; others: boolean }) => (
  <div className="border-t border-line px-4 py-line first:border-t-0 md:px-5">
    <p className="font-medium">
      {count.toLocaleString('en-US')} {others && 'other '}open {count === 1 ? 'shift has' : 'shifts have'} no plan
    </p>
    <p className="text-small text-soft">
      No one is notified or ordered in automatically. Assign officers or ask for volunteers on{' '}
      {count === 1 ? "the shift's" : "each shift's"} page. A plan you add below covers only shifts published afterward.
    </p>
    <p className="mt-1 text-small">
      <TextLink to={paths.adminAssignmentsFound({ unfilled: 'yes' })}>Show all unfilled shifts</TextLink>
    </p>
  </div>
)

/** Who paused it and why, what that means, and where it goes on. */
const PausedWords = ({ of: { paused_by, pause_reason } }: { of: Escalation }) => (
  <>
    <p className="mt-1 text-small text-soft">Paused: no steps run until an admin resumes them on the shift's page.</p>
    {pause_reason && (
      <p className="text-small text-soft wrap-anywhere">
        {pause_reason}
        {paused_by && <span className="text-faint"> — {paused_by}</span>}
      </p>
    )}
  </>
)

const Running = () => {
  const { time_zone: zone } = useOrganization()
  const list = useReadPages(listEscalations, {}, { keep: true })
  const besides = useRead(listUnplanned, {}, { keep: true }).data
  const planned = new Set(list.items?.map((one) => one.assignment_id))
  const gone = new Set(besides?.exhausted.map((one) => one.assignment_id))
  const alone = besides?.exhausted.filter((one) => !planned.has(one.assignment_id)) ?? []
  return (
    <Card title="Understaffed shifts" hint="Soonest first, with the next steps." flush>
      {!list.items &&
        (list.error ? (
          <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
        ) : (
          <ListSkeleton rows={4} />
        ))}
      {list.items?.length === 0 && alone.length === 0 && (
        <EmptyState quiet title="No escalations" text="Understaffed shifts with a plan appear here." />
      )}
      <ul aria-label="Understaffed shifts" className="divide-y divide-line empty:hidden">
        {list.items && alone.map((one) => <ExhaustedRow key={one.assignment_id} one={one} zone={zone} />)}
        {list.items?.map((one) => (
          <li key={one.id} className="grid gap-x-6 gap-y-2 px-4 py-line md:grid-cols-2 md:px-5">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>{' '}
                {one.emergency && <Badge tone="bad">Emergency</Badge>}
                {one.paused_at && <Badge tone="hold">Paused</Badge>}
                {gone.has(one.assignment_id) && <Badge tone="bad">{noneLeft}</Badge>}
              </p>
              <p className="figures text-small text-soft">
                Starts {dayAndClock(one.starts_at, zone)}, {one.missing} needed
              </p>
              {one.paused_at && <PausedWords of={one} />}
            </div>
            <Forecast of={one} />
          </li>
        ))}
      </ul>
      {list.items && list.items.length > 0 && (
        <div className="px-4 md:px-5">
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={list.items.length}
            noun="shifts"
          />
        </div>
      )}
      {list.items && besides && besides.without_plan > 0 && (
        <WithoutPlan count={besides.without_plan} others={list.items.length + alone.length > 0} />
      )}
    </Card>
  )
}

/** `/admin/staffing/escalation`: what happens while a shift is understaffed, and where that is happening now. */
export default function EscalationScreen() {
  return (
    <>
      <PageHeader
        title="Escalation"
        hint="Automatic steps for understaffed published shifts."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <div className="flex flex-col gap-4">
        <Running />
        <Plans />
      </div>
    </>
  )
}
