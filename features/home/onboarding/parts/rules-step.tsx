import { useWatch } from 'react-hook-form'
import { readSettings } from '#features/department/settings/contract.ts'
import { methodOfType } from '#features/shifts/assignment-editor/client.mode.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { RadioField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useRenewSession } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { chooseFilling } from '../contract.filling.ts'
import { readOnboarding } from '../contract.ts'
import { type Filling, fillingOf, fillings, isRanked } from '../rules.filling.ts'
import { awardedWords, fillingWords } from '../words.filling.ts'
import type { StepProps } from './steps.tsx'

const more: readonly { name: string; text: string; page: string; to: string }[] = [
  {
    name: 'Rest and hour limits',
    text: 'Rest between shifts, and limits on hours in a row or per window, week or month. Checked at every sign-up.',
    page: 'Rest and hours',
    to: paths.adminWorkRules(),
  },
  {
    name: 'Regular tours',
    text: 'Platoons and their schedules. Sign-ups are checked against them.',
    page: 'Tours',
    to: paths.adminTours(),
  },
  {
    name: 'Call-off and check-in',
    text: 'How late officers can call off, and when they can check in.',
    page: 'Settings',
    to: paths.adminSettings(),
  },
]

type Props = Pick<StepProps, 'onChanged' | 'onNext'>

const options = fillings.map((value) => ({ value, ...fillingWords[value] }))

/** What is in force is filled in: one press answers the question either way. */
const FillingQuestion = ({ now, onChanged, onNext }: Props & { now: Filling | null }) => {
  const form = useContractForm(chooseFilling, { filling: now ?? ('' as Filling) })
  const chosen = useWatch({ control: form.control, name: 'filling' })
  const choose = useWrite(chooseFilling, { invalidates: [readSettings, readOnboarding, listRules] })
  const renew = useRenewSession()
  const save = async (typed: Parameters<typeof choose.run>[0]) => {
    await choose.run(typed)
    // The first shift starts with what was answered here.
    await renew()
    onChanged()
    onNext()
  }
  return (
    <Form form={form} onSubmit={save}>
      <RadioField
        form={form}
        name="filling"
        label="How should new shifts be filled?"
        hint={
          <>
            {now === null && 'Your shift types already use other rules. Your answer will replace them. '}
            Applies to every shift type. To change one shift type, use{' '}
            <TextLink to={paths.adminAwardRules()}>award rules</TextLink>. You can also choose for each shift.
          </>
        }
        options={options}
      />
      {isRanked(chosen) && <p className="text-small text-soft">{awardedWords}</p>}
      <Needs call={chooseFilling}>
        <div>
          <SubmitButton form={form}>Save and continue</SubmitButton>
        </div>
      </Needs>
    </Form>
  )
}

/** The question that every shift needs an answer to, in place; the rest is linked for those who want it now. */
export const RulesStep = ({ onChanged, onNext }: Props) => {
  const settings = useRead(readSettings, {})
  const rules = useRead(listRules, {})
  const error = settings.error ?? rules.error
  const refetch = () => Promise.all([settings.refetch(), rules.refetch()])
  const now =
    settings.data && rules.data
      ? {
          filling: fillingOf(
            settings.data.signup_mode,
            assignmentKinds.map((kind) => methodOfType(rules.data, kind)),
          ),
        }
      : null
  return (
    <div className="flex flex-col gap-5">
      {now ? (
        <Card>
          <FillingQuestion key={now.filling} now={now.filling} onChanged={onChanged} onNext={onNext} />
        </Card>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <CardSkeleton lines={4} />
      )}
      <Card flush title="Optional rules" hint="You can set these at any time.">
        <ul className="divide-y divide-line">
          {more.map(({ name, text, page, to }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-line md:px-5">
              <span className="min-w-[min(16rem,100%)] flex-1">
                <span className="block font-medium">{name}</span>
                <span className="block text-small text-soft">{text}</span>
              </span>
              <ButtonLink to={to}>{page}</ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
