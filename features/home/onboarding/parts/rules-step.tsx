import type { SettingsForm } from '#features/department/settings/client.ts'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { ModeDefault } from '#features/department/settings/parts/work-fields.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useRenewSession } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readOnboarding } from '../contract.ts'
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

/** The default is filled in: one press answers the question either way. */
const ModeQuestion = ({ saved, onChanged, onNext }: Props & { saved: OutputOf<typeof readSettings> }) => {
  const { signup_mode, version } = saved
  const form: SettingsForm = useContractForm(editSettings, { signup_mode, version })
  const edit = useWrite(editSettings, { invalidates: [readSettings, readOnboarding] })
  const renew = useRenewSession()
  const save = async (typed: Parameters<typeof edit.run>[0]) => {
    await edit.run({ signup_mode: typed.signup_mode, version })
    // The first shift starts with what was answered here.
    await renew()
    onChanged()
    onNext()
  }
  return (
    <Form form={form} onSubmit={save}>
      <ModeDefault
        form={form}
        label="How should new shifts be filled?"
        hint={
          <>
            To fill some types by hours, seniority or rotation, use{' '}
            <TextLink to={paths.adminAwardRules()}>award rules</TextLink>. You can also choose for each shift.
          </>
        }
      />
      <Needs call={editSettings}>
        <div>
          <SubmitButton form={form}>Save and continue</SubmitButton>
        </div>
      </Needs>
    </Form>
  )
}

/** The question that every shift needs an answer to, in place; the rest is linked for those who want it now. */
export const RulesStep = ({ onChanged, onNext }: Props) => {
  const { data, error, refetch } = useRead(readSettings, {})
  return (
    <div className="flex flex-col gap-5">
      {data ? (
        <Card>
          <ModeQuestion key={data.version} saved={data} onChanged={onChanged} onNext={onNext} />
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
