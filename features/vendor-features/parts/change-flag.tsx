import { useEffect, useState } from 'react'
import { hasFeature } from '#features/organizations/rules.ts'
import { editOrganization, previewOrganization } from '#features/vendor-organizations/contract.ts'
import { type Effect, type FlagChoice, flagChoices } from '#features/vendor-organizations/rules.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { type FeatureRow, type Flag, listFeatures } from '../contract.ts'
import { choiceWords, effectText, flagWords } from '../rules.words.ts'

const planWord = (tier: string) => tier.charAt(0).toUpperCase() + tier.slice(1)

/** What the server says that the choice would bring; null while it is asked, or where nothing was chosen yet. */
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
  if (choice === row.flags[flag]) return <p className="text-soft">As it is now.</p>
  if (said === null)
    return (
      <p aria-busy className="text-soft">
        Asking what it would change …
      </p>
    )
  if (said.problem) return <Notice tone="bad">{said.problem}</Notice>
  const texts = said.effects.flatMap((effect) => effectText(effect) ?? [])
  const taken = said.effects.some((effect) => effect.kind === 'feature_lost')
  if (texts.length === 0) return <p className="text-soft">Nothing changes for the department now.</p>
  return (
    <Notice tone={taken ? 'warn' : 'info'} title={taken ? 'This takes away' : 'This gives'}>
      {texts.join(' ')}
    </Notice>
  )
}

/** One cell: on, off, or as the plan has it, with what that would take away before it is saved. */
export const ChangeFlag = ({ row, flag, onClose }: { row: FeatureRow; flag: Flag; onClose: () => void }) => {
  const [choice, choose] = useState<FlagChoice>(row.flags[flag])
  const edit = useWrite(editOrganization, { invalidates: [listFeatures] })
  const byPlan = hasFeature(flag, row.subscription_tier)
  const hints: Readonly<Record<FlagChoice, string>> = {
    inherit: `${byPlan ? 'On' : 'Off'} with the ${planWord(row.subscription_tier)} plan, and changes with it.`,
    on: 'Whatever the plan.',
    off: 'Whatever the plan.',
  }
  const save = async () => {
    await edit.run({ organization_id: row.id, version: row.version, flags: { [flag]: choice } })
    toast.success('Saved', `${flagWords[flag]} of ${row.name}: ${choiceWords[choice].toLowerCase()}.`)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${flagWords[flag]} of ${row.name}`}
      description="It holds at once, on every screen and for every call. Nothing is deleted."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            look="primary"
            busy={edit.pending}
            why={choice === row.flags[flag] ? 'It is so already.' : null}
            onClick={() => void save().catch(toast.failure)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
      </div>
    </Dialog>
  )
}
