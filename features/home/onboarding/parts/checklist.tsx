import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Onboarding, putAway } from '../contract.ts'
import { isThrough, minutesLeft, nextStep, type StepStanding, standingsOf } from '../rules.ts'
import { minutesWords, stateWords, stepWords } from '../words.ts'
import { StepMark } from './step-mark.tsx'

const Row = ({ standing: { step, state }, isNext }: { standing: StepStanding; isNext: boolean }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-line md:px-5">
    <StepMark state={state} />
    <span className="min-w-[min(12rem,50vw)] flex-1">
      <span className="block font-medium">{stepWords[step].title}</span>
      <span className="block text-small text-faint">{stepWords[step].text}</span>
    </span>
    {state === 'open' ? (
      <ButtonLink to={paths.adminSetup(step)} look={isNext ? 'primary' : 'plain'}>
        {isNext ? 'Continue' : 'Open'}
        <span className="sr-only"> with: {stepWords[step].title}</span>
      </ButtonLink>
    ) : (
      <TextLink to={paths.adminSetup(step)}>
        {stateWords[state]}
        <span className="sr-only">: {stepWords[step].title}</span>
      </TextLink>
    )}
  </li>
)

/** A new department's first steps; gone once each is done or skipped, or when an admin hides the list. */
export const Checklist = ({ onboarding }: { onboarding: Onboarding }) => {
  const away = useWrite(putAway)
  const steps = standingsOf(onboarding)
  if (isThrough(steps)) return null
  const next = nextStep(steps, null)
  const done = steps.filter(({ state }) => state !== 'open').length
  const hide = async () => {
    try {
      await away.run({ put_away: true })
      toast.success('Setup guide hidden.', 'You can open it again from the command palette (Ctrl/Cmd+K).')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <Card
      flush
      title="Setup guide"
      hint={`${done} of ${steps.length} done · ${minutesWords(minutesLeft(steps))} left`}
      aside={
        <Needs call={putAway}>
          <Button look="quiet" size="small" busy={away.pending} onClick={() => void hide()}>
            Hide
          </Button>
        </Needs>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map((standing) => (
          <Row key={standing.step} standing={standing} isNext={standing.step === next} />
        ))}
      </ol>
    </Card>
  )
}
