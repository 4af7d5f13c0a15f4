import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { readSettings, type Settings } from '#features/department/settings/contract.ts'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { RadioField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization, useRenewSession } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { day } from '#platform/web/time.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { chooseFilling } from '../contract.filling.ts'
import { readOnboarding } from '../contract.ts'
import { type Filling, fillingOf, fillings, followedBy, isRanked, isScheduled, ruleFor } from '../rules.filling.ts'
import { awardedWords, fillingWords, replacedWords } from '../words.filling.ts'
import type { StepProps } from './steps.tsx'

const more: readonly { name: string; text: string; page: string; to: string }[] = [
  {
    name: 'Rest and hour limits',
    text: 'Rest between shifts, and limits on consecutive hours and on hours per rolling window, week or month. Checked at every sign-up.',
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

type Listed = OutputOf<typeof listRules>
type Now = { version: number; signup_mode: Settings['signup_mode']; listed: Listed }

/** How the types are filled; the notice of a change compares one number, so the default mode counts as one more. */
const nowOf = ({ signup_mode }: Pick<Settings, 'signup_mode'>, listed: Listed): Now => ({
  version: 2 * listed.version + (signup_mode === 'first_come' ? 1 : 0),
  signup_mode,
  listed,
})

const shownIn =
  (zone: string) =>
  ({ signup_mode, listed }: Now) =>
    Object.fromEntries(
      assignmentKinds.map((kind) => [
        kindWords[kind],
        followedBy(kind, listed)
          .map(({ rule_id, from }) => {
            const name = listed.rules.find(({ id }) => id === rule_id)?.name ?? modeWords[signup_mode].toLowerCase()
            return from === null ? name : `from ${day(from, zone)}: ${name}`
          })
          .join(', '),
      ]),
    )

type QuestionProps = Props & {
  live: Now
  refetch: () => Promise<unknown>
  /** The version over which the person chose something else than what is in force, or was refused; null otherwise. */
  onTyped: (over: number | null) => void
}

/** What is in force is filled in: one press answers the question either way, and replaces only what the person saw. */
const FillingQuestion = ({ live, refetch, onTyped, onChanged, onNext }: QuestionProps) => {
  const of = useSeen(live)
  const { signup_mode, listed } = of.seen
  const now = fillingOf(signup_mode, listed)
  const seen = { signup_mode, rules: listed.version }
  const form = useContractForm(chooseFilling, { filling: now ?? ('' as Filling), seen })
  const over = form.unsent || form.problem ? of.first.version : null
  useEffect(() => onTyped(over), [onTyped, over])
  const chosen = useWatch({ control: form.control, name: 'filling' })
  const choose = useWrite(chooseFilling, { invalidates: [readSettings, readOnboarding, listRules] })
  const renew = useRenewSession()
  const { time_zone } = useOrganization()
  const save = async ({ filling }: Parameters<typeof choose.run>[0]) => {
    try {
      await choose.run({ filling, seen })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void refetch()
      throw error
    }
    // The first shift starts with what was answered here.
    await renew()
    onChanged()
    onNext()
  }
  const rule = isRanked(chosen) ? ruleFor(chosen, listed) : null
  return (
    <Form form={form} onSubmit={save}>
      {!form.formState.isSubmitting && <SeenNotice of={of} shown={shownIn(time_zone)} />}
      <RadioField
        form={form}
        name="filling"
        label="How should new shifts be filled?"
        hint={
          <>
            {now === null && replacedWords(isScheduled(signup_mode, listed))}
            Applies to every shift type. To change one shift type, use{' '}
            <TextLink to={paths.adminAwardRules()}>award rules</TextLink>. You can also choose for each shift.
          </>
        }
        options={options}
      />
      {isRanked(chosen) && (
        <p className="text-small text-soft">{rule ? `Your award rule "${rule.name}" applies.` : awardedWords}</p>
      )}
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
  const live = settings.data && rules.data ? nowOf(settings.data, rules.data) : null
  // Until something else is chosen, the question starts over with what is in force.
  const [typedOver, setTypedOver] = useState<number | null>(null)
  return (
    <div className="flex flex-col gap-5">
      {live ? (
        <Card>
          <FillingQuestion
            key={typedOver ?? live.version}
            live={live}
            refetch={refetch}
            onTyped={setTypedOver}
            onChanged={onChanged}
            onNext={onNext}
          />
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
