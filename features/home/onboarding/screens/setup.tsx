import { useCallback, useEffect, useRef } from 'react'
import { LIVE_WITHIN_MINUTES, minutesToLive } from '#features/vendor/analytics/rules.claims.ts'
import { paths } from '#platform/shared/paths.ts'
import { durationWords } from '#platform/shared/time.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo, useUrlValue } from '#platform/web/url.ts'
import { type Onboarding, readOnboarding, skipStep } from '../contract.ts'
import { RulesStep } from '../parts/rules-step.tsx'
import { StepRow } from '../parts/step-row.tsx'
import { BrandStep, InviteStep, RosterStep, ShiftStep } from '../parts/steps.tsx'
import { ZoneCard } from '../parts/zone-card.tsx'
import { nextStep, type OnboardingStep, openSteps, type StepStanding, standingsOf, stepMinutes } from '../rules.ts'
import { minutesWords, openWords, stepWords } from '../words.ts'

const stale = [readOnboarding]
const pageOf = (step: OnboardingStep | null) => paths.adminSetup(step ?? 'done')

/** The next step, treating this one as complete even if the last response still says otherwise. */
const onwardFrom = (steps: readonly StepStanding[], here: OnboardingStep) =>
  nextStep(
    steps.map((one) => (one.step === here ? { ...one, state: 'done' as const } : one)),
    here,
  )

/** For keyboard and screen reader users a step is a page of its own: its heading receives focus. */
const useHeadingFocus = (step: string) => {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    place.current?.querySelector('h1')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return place
}

type BarProps = { steps: readonly StepStanding[]; here: StepStanding; onChanged: () => void }

/** Back, skip, and continue. */
const Bar = ({ steps, here, onChanged }: BarProps) => {
  const go = useGo()
  const skip = useWrite(skipStep, { invalidates: stale })
  const may = useMay()
  const { step, state } = here
  const onward = onwardFrom(steps, step)
  const before = steps[steps.findIndex((one) => one.step === step) - 1]
  const set = async (skipped: boolean) => {
    try {
      await skip.run({ step, skipped })
      onChanged()
      if (skipped) go(pageOf(onward))
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <div className="mt-6 flex flex-col gap-2 border-t border-line pt-4 md:flex-row-reverse md:items-center">
      {state !== 'open' && (
        <Button look="primary" wide onClick={() => go(pageOf(onward))}>
          {onward ? `Next: ${stepWords[onward].short}` : 'Finish'}
        </Button>
      )}
      {state === 'open' && may(skipStep) && (
        <Button wide busy={skip.pending} onClick={() => void set(true)}>
          {stepWords[step].skip}
        </Button>
      )}
      {state === 'skipped' && may(skipStep) && (
        <Button look="quiet" wide busy={skip.pending} onClick={() => void set(false)}>
          Restore step
        </Button>
      )}
      <span className="flex-1" />
      {before && (
        <ButtonLink look="quiet" wide to={paths.adminSetup(before.step)}>
          Back
        </ButtonLink>
      )}
    </div>
  )
}

type StepPageProps = {
  onboarding: Onboarding
  steps: readonly StepStanding[]
  here: StepStanding
  onChanged: () => void
}

const StepPage = ({ onboarding, steps, here, onChanged }: StepPageProps) => {
  const go = useGo()
  const { step } = here
  const place = useHeadingFocus(step)
  const props = { onboarding, onChanged, onNext: () => go(pageOf(onwardFrom(steps, step))) }
  const at = steps.findIndex((one) => one.step === step) + 1
  return (
    <div ref={place} className="mx-auto max-w-4xl">
      <PageHeader
        title={stepWords[step].title}
        before={
          <span className="figures text-faint">
            Step {at} of {steps.length} · {minutesWords(stepMinutes[step])}
          </span>
        }
        hint={stepWords[step].text}
        actions={<TextLink to={paths.adminDashboard()}>Finish later</TextLink>}
      />
      <StepRow steps={steps} here={step} />
      {at === 1 && <ZoneCard />}
      {step === 'brand' && <BrandStep {...props} />}
      {step === 'roster' && <RosterStep {...props} />}
      {step === 'rules' && <RulesStep {...props} />}
      {step === 'shift' && <ShiftStep {...props} />}
      {step === 'invite' && <InviteStep {...props} />}
      <Bar steps={steps} here={here} onChanged={onChanged} />
    </div>
  )
}

const liveWords = ({ created_at, first_published_at }: Onboarding): string | null => {
  if (first_published_at === null) return null
  const minutes = minutesToLive(created_at, first_published_at)
  if (minutes < 1) return 'First shift published within a minute of creating the department.'
  // Beyond a day it no longer measures the work.
  if (minutes > 1440) return 'First shift published.'
  return minutes < LIVE_WITHIN_MINUTES
    ? `Live in ${durationWords(minutes)}, from creating the department to the first shift.`
    : `First shift published ${durationWords(minutes)} after creating the department.`
}

type FinishedProps = { onboarding: Onboarding; steps: readonly StepStanding[] }
const Finished = ({ onboarding, steps }: FinishedProps) => {
  const left = openSteps(steps)
  const [open = null] = left
  const { name } = useOrganization()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={open ? 'Almost set up' : 'Your department is set up'} hint={name} />
      <Card>
        <EmptyState
          title={open ? 'Some steps are left' : 'Ready to go'}
          text={
            <>
              {liveWords(onboarding)} {open && `Still to do: ${openWords(left)}.`}
              {!open && ' Your dashboard shows what needs a decision.'}
            </>
          }
          action={
            <>
              {open && (
                <ButtonLink look="primary" to={paths.adminSetup(open)}>
                  Continue setup
                </ButtonLink>
              )}
              <ButtonLink look={open ? 'plain' : 'primary'} to={paths.adminDashboard()}>
                Go to the dashboard
              </ButtonLink>
              {onboarding.shift && (
                <ButtonLink to={paths.adminAssignment(onboarding.shift.id)}>View first shift</ButtonLink>
              )}
            </>
          }
        />
      </Card>
    </div>
  )
}

const Onward = ({ to }: { to: string }) => {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}

/** `/admin/setup?step=`: one step per page. Without a step, the first open one; if none is open, the dashboard. */
export default function Setup() {
  const [asked] = useUrlValue('step')
  const { data, error, refetch } = useRead(readOnboarding, {})
  const onChanged = useCallback(() => void refetch(), [refetch])
  if (error && !data) return <ErrorState error={error} retry={onChanged} />
  if (!data)
    return (
      <div className="mx-auto flex max-w-4xl flex-col gap-5">
        <PageHeader title="Set up" />
        <CardSkeleton lines={6} />
      </div>
    )
  const steps = standingsOf(data)
  const open = nextStep(steps, null)
  // The URL names the step, so that a completed page does not turn into the next one while in use.
  if (asked === null)
    return <Onward to={open === null || data.put_away ? paths.adminDashboard() : paths.adminSetup(open)} />
  const here = steps.find(({ step }) => step === asked) ?? steps.find(({ step }) => step === open)
  if (asked === 'done' || !here) return <Finished onboarding={data} steps={steps} />
  return <StepPage onboarding={data} steps={steps} here={here} onChanged={onChanged} />
}
