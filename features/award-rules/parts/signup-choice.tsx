import { useWatch } from 'react-hook-form'
import { type EditorForm, EditorWindow } from '#features/assignment-editor/parts/editor-times.tsx'
import { signupModes } from '#features/assignments/rules.ts'
import { kindWords, modeWords } from '#features/assignments/rules.words.ts'
import { paths } from '#platform/shared/paths.ts'
import { SelectField } from '#platform/web/forms/fields.tsx'
import { useRead } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { listRules } from '../contract.ts'
import { inForce, isAwarded } from '../rules.ts'
import { windowWords } from '../rules.words.ts'

/** Which rule an award goes by, and when its sign-up is open: its kind's, or one of its own. */
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
        label="Rule of the award"
        options={[
          {
            value: 'adopted',
            label: adopted ? `As ${kindWords[kind].toLowerCase()} goes: ${adopted.name}` : 'As its kind goes: none yet',
          },
          ...rules.map((one) => ({ value: one.id, label: one.name })),
        ]}
        className="md:w-96"
      />
      {rule ? (
        <p className="text-small text-soft">{windowWords(rule.body)} What you type below goes before it.</p>
      ) : (
        <p className="text-small text-soft">
          {kindWords[kind]} goes by no award yet. <TextLink to={paths.adminAwardRules()}>Rules of awards</TextLink>
        </p>
      )}
    </div>
  )
}

/** How places are given; for an award, by which rule. */
export const SignupChoice = ({ form, fixed }: { form: EditorForm; fixed: boolean }) => {
  const mode = useWatch({ control: form.control, name: 'signup_mode' })
  return (
    <>
      <SelectField
        form={form}
        name="signup_mode"
        label="How places are given"
        {...(fixed ? { hint: 'Cannot change while officers are signed up.' } : {})}
        options={signupModes.map((value) => ({ value, label: modeWords[value], disabled: fixed && value !== mode }))}
        className="md:w-80"
      />
      {mode === 'award' && <RuleChoice form={form} />}
      <EditorWindow form={form} />
    </>
  )
}
