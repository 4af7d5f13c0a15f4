import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { adminDashboard } from '../contract.ts'

type Begun = OutputOf<typeof adminDashboard>['begun']

/** What a new department does first; gone once both are done. */
export const FirstSteps = ({ begun }: { begun: Begun }) => {
  const steps = [
    {
      done: begun.officers,
      title: 'Put your officers on the roster',
      text: 'Import a list, or add them one by one. They are invited by mail.',
      to: paths.adminOfficersImport(),
      label: 'Import roster',
    },
    {
      done: begun.assignments,
      title: 'Post the first shift',
      text: 'Officers are told at once, and sign up by themselves.',
      to: paths.adminAssignmentNew(),
      label: 'New assignment',
    },
  ]
  const next = steps.findIndex((step) => !step.done)
  if (next < 0) return null
  return (
    <Card flush title="First steps" hint="What this department needs before shifts are filled.">
      <ol className="divide-y divide-line">
        {steps.map((step, n) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-5">
            {step.done ? (
              <CircleCheck aria-label="Done" role="img" className="size-5 shrink-0 text-ok" />
            ) : (
              <CircleDashed aria-label="To do" role="img" className="size-5 shrink-0 text-faint" />
            )}
            <span className="min-w-48 flex-1">
              <span className="block font-medium">{step.title}</span>
              <span className="block text-small text-faint">{step.text}</span>
            </span>
            {!step.done && (
              <ButtonLink to={step.to} look={n === next ? 'primary' : 'plain'}>
                {step.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
