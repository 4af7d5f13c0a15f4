import { useWatch } from 'react-hook-form'
import { signupModes } from '#features/shifts/assignments/rules.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { inForce, isAwarded } from '#features/shifts/award-rules/rules.ts'
import { windowWords } from '#features/shifts/award-rules/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { SelectField } from '#platform/web/forms/fields.tsx'
import { useRead } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { UsualOf } from '../client.mode.ts'
import { type EditorForm, EditorWindow } from './editor-times.tsx'
import { ModeSource } from './mode-source.tsx'

/** The award rule, and when sign-up is open: the kind's own rule or a specific one. */
const RuleChoice = ({ form }: { form: EditorForm }) => {
  const read = useRead(listRules, {})
  const kind = useWatch({ control: form.control, name: 'kind' })
  const chosen = useWatch({ control: form.control, name: 'award_rule' })
  const now = Date.now()
  const rules = (read.data?.rules ?? []).flatMap((rule) => {
    const body = inForce(rule.versions, now)?.body
    return body && isAwarded(body.method) ? [{ ...rule, body }] : []
  })
  const adopted = rules.find((rule) => rule.kinds.includes(kind))
  const rule = chosen === 'adopted' ? adopted : rules.find((one) => one.id === chosen)
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        form={form}
        name="award_rule"
        label="Award rule"
        options={[
          {
            value: 'adopted',
            label: adopted
              ? `Default for ${kindWords[kind].toLowerCase()}: ${adopted.name}`
              : 'Shift type default: none yet',
          },
          ...rules.map((one) => ({ value: one.id, label: one.name })),
        ]}
        className="md:w-96"
      />
      {rule ? (
        <p className="text-small text-soft">{windowWords(rule.body)} Times you enter below take precedence.</p>
      ) : (
        <p className="text-small text-soft">
          {kindWords[kind]} has no award rule yet. <TextLink to={paths.adminAwardRules()}>Award rules</TextLink>
        </p>
      )}
    </div>
  )
}

type Props = {
  form: EditorForm
  fixed: boolean
  /** How shifts of each type start; without it, nothing is said about where the choice came from. */
  usual: UsualOf | undefined
}

/** How spots are assigned; for an award, by which rule. */
export const SignupChoice = ({ form, fixed, usual }: Props) => {
  const mode = useWatch({ control: form.control, name: 'signup_mode' })
  return (
    <>
      <SelectField
        form={form}
        name="signup_mode"
        label="How officers are chosen"
        hint={
          fixed ? (
            "Can't be changed after officers sign up."
          ) : usual ? (
            <ModeSource form={form} usual={usual} />
          ) : undefined
        }
        options={signupModes.map((value) => ({ value, label: modeWords[value], disabled: fixed && value !== mode }))}
        className="md:w-80"
      />
      {mode === 'award' && <RuleChoice form={form} />}
      <EditorWindow form={form} />
    </>
  )
}
