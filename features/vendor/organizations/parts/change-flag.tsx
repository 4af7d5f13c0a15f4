import { useEffect, useState } from 'react'
import { hasFeature } from '#features/people/organizations/rules.features.ts'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useStateForm } from '#platform/web/forms/state-form.ts'
import { useWrite } from '#platform/web/reads.ts'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { type FeatureRow, type Flag, listFeatures } from '../contract.features.ts'
import { editOrganization, previewOrganization } from '../contract.ts'
import { type Effect, type FlagChoice, flagChoices } from '../rules.ts'
import { choiceWords, effectText, flagWords } from '../words.features.ts'

const planWord = (tier: string) => tier.charAt(0).toUpperCase() + tier.slice(1)

/** The server's preview of the choice; null while loading, or if nothing is chosen yet. */
const usePreview = (row: FeatureRow, flag: Flag, choice: FlagChoice) => {
  const { run } = useWrite(previewOrganization)
  const [said, say] = useState<{ of: FlagChoice; effects: Effect[]; problem: string | null } | null>(null)
  useEffect(() => {
    if (choice === row.flags[flag]) return
    let current = true
    run({ organization_id: row.id, flags: { [flag]: choice } })
      .then(({ effects }) => current && say({ of: choice, effects, problem: null }))
      .catch((error: unknown) => current && say({ of: choice, effects: [], problem: wordsFor(error).text }))
    return () => {
      current = false
    }
  }, [run, row, flag, choice])
  return said?.of === choice ? said : null
}

const Preview = ({ row, flag, choice }: { row: FeatureRow; flag: Flag; choice: FlagChoice }) => {
  const said = usePreview(row, flag, choice)
  if (choice === row.flags[flag]) return <p className="text-soft">Current setting.</p>
  if (said === null)
    return (
      <p aria-busy className="text-soft">
        Checking the effect…
      </p>
    )
  if (said.problem) return <Notice tone="bad">{said.problem}</Notice>
  const texts = said.effects.flatMap((effect) => effectText(effect) ?? [])
  const taken = said.effects.some((effect) => effect.kind === 'feature_lost')
  if (texts.length === 0) return <p className="text-soft">Nothing changes for the organization.</p>
  return (
    <Notice tone={taken ? 'warn' : 'info'} title={taken ? 'Removes' : 'Adds'}>
      {texts.join(' ')}
    </Notice>
  )
}

/** One cell: on, off, or as in the plan, with a preview of what that would remove. */
export const ChangeFlag = ({ row, flag, onClose }: { row: FeatureRow; flag: Flag; onClose: () => void }) => {
  const [choice, choose] = useState<FlagChoice>(row.flags[flag])
  const edit = useWrite(editOrganization, { invalidates: [listFeatures] })
  const byPlan = hasFeature(flag, row.subscription_tier)
  const hints: Readonly<Record<FlagChoice, string>> = {
    inherit: `${byPlan ? 'On' : 'Off'} in the ${planWord(row.subscription_tier)} plan; follows plan changes.`,
    on: 'Regardless of plan.',
    off: 'Regardless of plan.',
  }
  const why = choice === row.flags[flag] ? 'Already set.' : null
  // One choice: closing loses nothing that took any work.
  const form = useStateForm(choice, why, { typed: false })
  return (
    <FormDialog
      form={form}
      title={`${flagWords[flag]} for ${row.name}`}
      description="Applies right away. Nothing is deleted."
      action="Save"
      why={why}
      onSubmit={(now) => edit.run({ organization_id: row.id, version: row.version, flags: { [flag]: now } })}
      onDone={() => toast.success('Saved', `${flagWords[flag]} for ${row.name}: ${choiceWords[choice].toLowerCase()}.`)}
      onClose={() => onClose()}
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">{flagWords[flag]}</legend>
        <RadioGroup
          name="choice"
          value={choice}
          onChange={choose}
          options={flagChoices.map((value) => ({ value, label: choiceWords[value], hint: hints[value] }))}
        />
      </fieldset>
      <div aria-live="polite">
        <Preview row={row} flag={flag} choice={choice} />
      </div>
    </FormDialog>
  )
}
