import { useWrite } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { DateInput } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { planTrialRequest, readTrialRequest, type TrialRequestDetail } from '../contract.trial.ts'

const nobody = 'nobody'

/** The request's owner and next step date; saved on change. */
export const PlanForm = ({ request }: { request: TrialRequestDetail }) => {
  const plan = useWrite(planTrialRequest, { invalidates: [readTrialRequest] })
  const save = (over: { owner_id?: string | null; next_step_on?: string | null }) =>
    void plan
      .run({
        id: request.id,
        version: request.version,
        owner_id: request.owner?.id ?? null,
        next_step_on: request.next_step_on,
        ...over,
      })
      .catch(toast.failure)
  // An owner who has left the staff is still listed.
  const staff =
    request.owner && !request.staff.some((one) => one.id === request.owner?.id)
      ? [...request.staff, request.owner]
      : request.staff
  return (
    <Card title="Plan">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Owner">
          {(control) => (
            <Select
              {...control}
              disabled={plan.pending}
              value={request.owner?.id ?? nobody}
              onChange={(value) => save({ owner_id: value === nobody ? null : value })}
              options={[
                { value: nobody, label: 'No one' },
                ...staff.map((one) => ({
                  value: one.id,
                  label: one.id === request.me ? `${one.name} (me)` : one.name,
                  hint: one.email,
                })),
              ]}
            />
          )}
        </Field>
        <Field label="Next step on" hint={request.is_due ? 'Due by today.' : undefined}>
          {(control) => (
            <DateInput
              {...control}
              disabled={plan.pending}
              value={request.next_step_on ?? ''}
              onChange={(event) => save({ next_step_on: event.target.value || null })}
            />
          )}
        </Field>
      </div>
    </Card>
  )
}
