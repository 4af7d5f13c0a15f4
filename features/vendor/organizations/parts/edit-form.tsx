import CircleMinus from 'lucide-react/icons/circle-minus'
import CirclePlus from 'lucide-react/icons/circle-plus'
import { useEffect, useState } from 'react'
import { hasFeature } from '#features/people/organizations/rules.features.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { tiers } from '#platform/shared/plans.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { ZoneField } from '#platform/web/forms/zone-field.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  editOrganization,
  findOrganizations,
  listOrganizations,
  previewOrganization,
  readOrganization,
  type VendorOrganization,
} from '../contract.ts'
import { type Effect, gatedFlags } from '../rules.ts'
import { effectText, flagWords, isTaking, tierWords } from '../words.ts'

type Values = InputOf<typeof editOrganization>
type EditForm = ContractForm<Values & Record<string, unknown>>

const valuesOf = (it: VendorOrganization): Required<Values> => ({
  organization_id: it.id,
  version: it.version,
  name: it.name,
  subdomain: it.subdomain,
  time_zone: it.time_zone,
  subscription_tier: it.subscription_tier,
  trial_end_date: it.trial_end_date ?? '',
  max_officers: it.max_officers === null ? '' : String(it.max_officers),
  flags: it.flags,
})

/** Fields that differ from what was read: only those are sent, so that others' changes to other fields stay. */
const changesOf = (before: Required<Values>, typed: Values): Values => {
  const { organization_id, version, flags: _, ...fields } = before
  const changed = Object.keys(fields).filter(
    (name) => typed[name as keyof typeof fields] !== fields[name as keyof typeof fields],
  )
  const flags = gatedFlags.filter((name) => typed.flags?.[name] !== before.flags?.[name])
  return {
    organization_id,
    version,
    ...Object.fromEntries(changed.map((name) => [name, typed[name as keyof Values]])),
    ...(flags.length > 0 ? { flags: Object.fromEntries(flags.map((name) => [name, typed.flags?.[name]])) } : {}),
  }
}

const Effects = ({ effects }: { effects: readonly Effect[] }) => (
  <ul className="flex flex-col gap-2.5">
    {effects.map((effect) => (
      <li key={effect.kind + effect.feature} className="flex gap-2.5">
        {isTaking(effect) ? (
          <CircleMinus aria-label="Removes" className="mt-0.5 size-4 shrink-0 text-bad" />
        ) : (
          <CirclePlus aria-label="Adds" className="mt-0.5 size-4 shrink-0 text-ok" />
        )}
        <span>{effectText(effect)}</span>
      </li>
    ))}
  </ul>
)

const PlanFields = ({ form }: { form: EditForm }) => (
  <Card title="Organization and plan">
    <div className="flex flex-col gap-4">
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <TextField
        form={form}
        name="subdomain"
        label="Web address"
        hint="The old web address stops working. Bookmarks and links in sent emails will break."
        autoComplete="off"
      />
      <ZoneField form={form} name="time_zone" />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          form={form}
          name="subscription_tier"
          label="Plan"
          options={tiers.map((value) => ({ value, label: tierWords[value] }))}
        />
        {form.watch('subscription_tier') === 'trial' && (
          <DateField
            form={form}
            name="trial_end_date"
            label="Trial ends"
            optional
            hint="Leave empty for no end date."
          />
        )}
        <TextField
          form={form}
          name="max_officers"
          label="Officer limit"
          inputMode="numeric"
          optional
          hint="Leave empty for no limit."
        />
      </div>
    </div>
  </Card>
)

const FlagFields = ({ form }: { form: EditForm }) => {
  const tier = form.watch('subscription_tier') ?? 'basic'
  return (
    <Card title="Features" hint="Inherited features follow the plan.">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {gatedFlags.map((name) => (
          <SelectField
            key={name}
            form={form}
            name={`flags.${name}`}
            label={flagWords[name]}
            options={[
              { value: 'inherit', label: `Inherits (${hasFeature(name, tier) ? 'on' : 'off'} by plan)` },
              { value: 'on', label: 'On' },
              { value: 'off', label: 'Off' },
            ]}
          />
        ))}
      </div>
    </Card>
  )
}

type Seen = { saved: VendorOrganization; latest: VendorOrganization; onTake: () => void }

/**
 * A newer version is loaded automatically while nothing is edited, and offered otherwise; saving keeps others' changes to other
 * fields.
 */
const Newer = ({ onTake }: { onTake: () => void }) => (
  <Notice
    tone="warn"
    title="Changed by someone else"
    action={
      <Button size="small" onClick={onTake}>
        Discard mine, show theirs
      </Button>
    }
  >
    Someone changed this organization while you were editing. Your changes are still here but not saved.
  </Notice>
)

/** Every field that the vendor controls; before saving, the server previews what it removes and adds. */
const Editor = ({ saved, latest, onTake }: Seen) => {
  const before = valuesOf(saved)
  const form: EditForm = useContractForm(editOrganization, before)
  const preview = useWrite(previewOrganization)
  const edit = useWrite(editOrganization, { invalidates: [readOrganization, listOrganizations, findOrganizations] })
  const [asked, setAsked] = useState<{ changes: Values; effects: Effect[] } | null>(null)
  const changes = changesOf(before, form.watch())
  const none = Object.keys(changes).length === 2
  const [own, setOwn] = useState<number | null>(null)
  const newer = latest.version > saved.version
  // The data read includes what was saved here.
  const isSaved = own !== null && latest.version >= own
  useEffect(() => {
    if (newer && (none || isSaved)) onTake()
  }, [newer, none, isSaved, onTake])
  const save = async (what: Values) => {
    setOwn((await edit.run(what)).version)
    toast.success('Saved', "The organization's open screens update.")
  }
  const look = async (typed: Values) => {
    const { version: _, ...input } = changesOf(before, typed)
    const { effects } = await preview.run(input)
    const what = changesOf(before, typed)
    if (effects.length === 0) return save(what)
    setAsked({ changes: what, effects })
  }
  return (
    <Form form={form} onSubmit={look} className="gap-5">
      {newer && !none && !isSaved && <Newer onTake={onTake} />}
      <PlanFields form={form} />
      <FlagFields form={form} />
      <div className="flex flex-col gap-2 md:flex-row md:items-center">
        <SubmitButton form={form} why={none ? 'No changes yet.' : null}>
          Preview changes
        </SubmitButton>
        {!none && (
          <Button look="quiet" wide onClick={() => form.reset(before)}>
            Discard changes
          </Button>
        )}
      </div>
      {asked && (
        <Confirm
          open
          onClose={() => setAsked(null)}
          title={`Save changes to ${saved.name}?`}
          text="The organization's open screens update within a second."
          action="Save changes"
          back="Cancel"
          look={asked.effects.some(isTaking) ? 'danger' : 'primary'}
          onConfirm={() => save(asked.changes)}
        >
          <Effects effects={asked.effects} />
        </Confirm>
      )}
    </Form>
  )
}

export const EditOrganization = ({ of }: { of: VendorOrganization }) => {
  const [taken, setTaken] = useState(of)
  return <Editor key={taken.version} saved={taken} latest={of} onTake={() => setTaken(of)} />
}
