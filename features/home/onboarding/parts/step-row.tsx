import { paths } from '#platform/shared/paths.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import type { OnboardingStep, StepStanding } from '../rules.ts'
import { stepWords } from '../words.ts'
import { StepMark } from './step-mark.tsx'

/** All steps side by side, each a link to its page; on a phone only the current one is named. */
export const StepRow = ({ steps, here }: { steps: readonly StepStanding[]; here: OnboardingStep }) => (
  <nav aria-label="Setup guide" className="mb-6">
    <ol className="flex gap-1.5 md:gap-3">
      {steps.map(({ step, state }) => (
        <li key={step} className={cx('min-w-0', step === here ? 'flex-2 md:flex-1' : 'flex-1')}>
          <Anchor
            to={paths.adminSetup(step)}
            aria-current={step === here ? 'step' : undefined}
            className={cx(
              'flex min-h-11 items-center gap-2 border-t-2 px-1 pt-1 hover:bg-hover',
              step === here
                ? 'border-brand font-medium'
                : state === 'open'
                  ? 'border-line'
                  : 'border-ok-line text-soft',
            )}
          >
            <StepMark state={state} />
            <span className={cx('truncate', step !== here && 'sr-only md:not-sr-only')}>{stepWords[step].short}</span>
          </Anchor>
        </li>
      ))}
    </ol>
  </nav>
)
