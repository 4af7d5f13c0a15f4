import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId } from 'react'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Field, FieldError } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { problemsOfSteps, type Step, stepKinds } from '../rules.ts'
import { problemWords, stepWords } from '../words.ts'

/** A department's initial steps. */
export const firstSteps: Step[] = [
  { kind: 'all', clock: 'before_start', minutes: 2880, units: [] },
  { kind: 'order_in', clock: 'before_start', minutes: 720, units: [] },
]

/** 30 days. */
const MOST_MINUTES = 43_200

const clocks = [
  { value: 'after_publish', label: 'after publishing' },
  { value: 'before_start', label: 'before the start' },
]

type Change = { step: Step; onChange: (step: Step) => void }

/** A duration in hours and minutes; an empty field counts as none, and invalid input is reported on saving. */
const HoursAndMinutes = ({
  minutes,
  name,
  errorId,
  onChange,
}: {
  minutes: number
  name: string
  /** Of the message, if the duration was refused. */
  errorId: string | undefined
  onChange: (minutes: number) => void
}) => {
  const [hours, rest] = Number.isNaN(minutes) ? [Number.NaN, Number.NaN] : [Math.floor(minutes / 60), minutes % 60]
  const boxes = [
    { unit: 'hours', short: 'h', value: hours, most: MOST_MINUTES / 60, to: (n: number) => n * 60 + (rest || 0) },
    { unit: 'minutes', short: 'min', value: rest, most: 59, to: (n: number) => (hours || 0) * 60 + n },
  ]
  return (
    <>
      {boxes.map(({ unit, short, value, most, to }) => (
        <span key={unit} className="flex items-center gap-1.5">
          <span className="w-18">
            <Input
              aria-label={`${name}: ${unit}`}
              className="figures"
              type="number"
              inputMode="numeric"
              min={0}
              max={most}
              aria-invalid={errorId !== undefined || undefined}
              aria-describedby={errorId}
              value={Number.isNaN(value) ? '' : value}
              onChange={(e) => onChange(e.target.value === '' ? to(0) : to(e.target.valueAsNumber))}
            />
          </span>
          <span aria-hidden className="text-soft">
            {short}
          </span>
        </span>
      ))}
    </>
  )
}

const ClockOf = ({ step, name, error, onChange }: Change & { name: string; error: string | undefined }) => {
  const id = useId()
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <HoursAndMinutes
          minutes={step.minutes}
          name={name}
          errorId={error && id}
          onChange={(minutes) => onChange({ ...step, minutes })}
        />
        <div className="min-w-44 flex-1">
          <Select
            aria-label={`${name}: counted from`}
            value={step.clock}
            onChange={(clock) =>
              onChange({ ...step, clock: clock === 'after_publish' ? 'after_publish' : 'before_start' })
            }
            options={clocks}
          />
        </div>
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </>
  )
}

const UnitsOf = ({ step, units, onChange }: Change & { units: readonly string[] }) => {
  const shown = [...new Set([...units, ...step.units])]
  const choose = (unit: string, on: boolean) =>
    onChange({ ...step, units: on ? [...step.units, unit] : step.units.filter((one) => one !== unit) })
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">Units</legend>
      {shown.length === 0 && <p className="text-small text-soft">No officers have a unit yet.</p>}
      <div className="grid max-h-48 gap-x-4 overflow-y-auto md:grid-cols-2">
        {shown.map((unit) => (
          <Checkbox key={unit} label={unit} checked={step.units.includes(unit)} onChange={(on) => choose(unit, on)} />
        ))}
      </div>
    </fieldset>
  )
}

type OneProps = {
  step: Step
  index: number
  units: readonly string[]
  problem: string | undefined
  /** What is wrong with its time. */
  late: string | undefined
  /** The step already ran, so only its kind is shown. */
  taken: boolean
  onChange: (step: Step) => void
  onUp: () => void
  onDrop: () => void
}

const OneStep = ({ step, index, units, problem, late, taken, onChange, onUp, onDrop }: OneProps) => {
  const forUnits = step.kind === 'group' || step.kind === 'neighbours'
  const name = `Step ${index + 1}`
  return (
    <li className="flex flex-col gap-3 rounded-ui border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field label={name} hint={taken ? 'Already done.' : stepWords[step.kind].hint} error={problem}>
            {(control) => (
              <Select
                {...control}
                disabled={taken}
                value={step.kind}
                onChange={(kind) => {
                  const next = stepKinds.find((one) => one === kind) ?? step.kind
                  onChange({ ...step, kind: next, units: next === 'group' || next === 'neighbours' ? step.units : [] })
                }}
                options={stepKinds.map((value) => ({ value, label: stepWords[value].label }))}
              />
            )}
          </Field>
        </div>
        {!taken && (
          <span className="flex pt-6">
            {index > 0 && <IconButton label={`${name}: earlier`} icon={<ArrowUp aria-hidden />} onClick={onUp} />}
            <IconButton label={`${name}: remove`} icon={<Trash2 aria-hidden />} onClick={onDrop} />
          </span>
        )}
      </div>
      {!taken && <ClockOf step={step} name={name} error={late} onChange={onChange} />}
      {forUnits && !taken && <UnitsOf step={step} units={units} onChange={onChange} />}
    </li>
  )
}

/** The steps of a plan, in order. `taken`: how many of the first steps already ran. */
export const StepsEditor = ({
  steps,
  units,
  taken = 0,
  onChange,
}: {
  steps: readonly Step[]
  units: readonly string[]
  taken?: number
  onChange: (steps: Step[]) => void
}) => {
  const problems = new Map(problemsOfSteps(steps).map((one) => [one.index, problemWords[one.message]]))
  const swap = (index: number) => {
    const next = [...steps]
    const [one] = next.splice(index, 1)
    if (one) next.splice(index - 1, 0, one)
    onChange(next)
  }
  return (
    <>
      <ol aria-label="Steps" className="flex flex-col gap-3">
        {steps.map((step, index) => (
          <OneStep
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the plan, and holds no state of its own
            key={index}
            step={step}
            index={index}
            units={units}
            taken={index < taken}
            problem={problems.get(index)}
            late={timeProblem(step)}
            onChange={(changed) => onChange(steps.map((one, at) => (at === index ? changed : one)))}
            onUp={() => swap(index)}
            onDrop={() => onChange(steps.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      {steps.length < 8 && (
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            onClick={() => onChange([...steps, { kind: 'all', clock: 'before_start', minutes: 720, units: [] }])}
          >
            Add a step
          </Button>
        </div>
      )}
    </>
  )
}

const timeProblem = ({ minutes }: Step): string | undefined => {
  if (!Number.isInteger(minutes) || minutes < 0) return 'Enter the time of this step.'
  return minutes > MOST_MINUTES ? 'Steps can be at most 30 days away.' : undefined
}

/** What is wrong with each step, as the editor shows it too. */
export const wrongSteps = (steps: readonly Step[]): Record<string, string | undefined> =>
  Object.fromEntries([
    ...problemsOfSteps(steps).map((one) => [`kind ${one.index}`, problemWords[one.message]]),
    ...steps.map((step, index) => [`time ${index}`, timeProblem(step)]),
  ])
