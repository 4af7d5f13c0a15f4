import { useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { SettingsForm, SettingsValues } from '#features/department/settings/client.ts'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { AccessFields } from '#features/department/settings/parts/access-fields.tsx'
import { DepartmentFields } from '#features/department/settings/parts/department-fields.tsx'
import { TimeFields } from '#features/department/settings/parts/time-fields.tsx'
import { WorkFields } from '#features/department/settings/parts/work-fields.tsx'
import { changedSettings, settingNames } from '#features/department/settings/rules.ts'
import { settingWords } from '#features/department/settings/words.ts'
import { useZoneQuestion } from '#features/shifts/zone-changes/parts/zone-question.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { type Conflict, ConflictNotice, conflictIn } from '#platform/web/forms/conflict.tsx'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { ActionBar } from '#platform/web/ui/action-bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { Section } from './sections.tsx'

type Saved = OutputOf<typeof readSettings>

const valuesOf = (saved: Saved): SettingsValues => ({
  ...Object.fromEntries(settingNames.map((name) => [name, saved[name]])),
  version: saved.version,
})

type SaveProps = { formId: string; changes: number; busy: boolean; onDrop: () => void }
/** At the bottom edge of the window, wherever on the page, for as long as there are changes; on a phone in the action bar. */
const SaveBar = ({ formId, changes, busy, onDrop }: SaveProps) => (
  <div
    className={
      changes === 0
        ? 'sr-only'
        : 'no-print order-last flex gap-2 py-3 md:sticky md:bottom-0 md:z-10 md:items-center md:border-t md:border-line md:bg-canvas'
    }
  >
    {changes > 0 && (
      <ActionBar>
        <Button type="submit" form={formId} look="primary" busy={busy} wide>
          Save changes
        </Button>
        <Button look="quiet" wide onClick={onDrop}>
          Discard
        </Button>
      </ActionBar>
    )}
    <p className="figures text-small text-faint" aria-live="polite">
      {changes === 0 ? '' : changes === 1 ? '1 unsaved change.' : `${changes} unsaved changes.`}
    </p>
  </div>
)

/** Every setting in one form. Holds the values it was filled with; `onTake` refills it with what is saved now. */
export const SettingsEditor = ({ saved, latest, onTake }: { saved: Saved; latest: Saved; onTake: () => void }) => {
  const form: SettingsForm = useContractForm(editSettings, valuesOf(saved), { draftKey: 'settings' })
  const edit = useWrite(editSettings, { invalidates: [readSettings] })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const id = useId()
  const zone = useZoneQuestion()
  const sent = useRef(0)
  const values = useWatch({ control: form.control })
  const changed = changedSettings(saved, values)
  const newer = latest.version > saved.version
  useEffect(() => {
    if (newer && (changed.length === 0 || latest.version === sent.current)) onTake()
  }, [newer, changed.length, latest.version, onTake])

  const save = async (typed: SettingsValues, version: number) => {
    const changes = Object.fromEntries(changedSettings(saved, typed).map((name) => [name, typed[name]]))
    try {
      await zone.saving(changes.time_zone === undefined ? undefined : typed.time_zone, async (shifts_keep) => {
        sent.current = (await edit.run({ ...changes, version, shifts_keep })).version
        setConflict(null)
        toast.success('Saved', 'Every open screen updates.')
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        setConflict(conflictIn(error.details, settingWords))
      throw error
    }
  }
  // Without a box of its own, its parts are in the page's column, and the bar stays in sight below the form as well.
  return (
    <Form form={form} id={id} onSubmit={(typed) => save(typed, typed.version)} className="contents!">
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onTakeTheirs={onTake}
          onKeepMine={form.submit((typed) => save(typed, conflict.version))}
        />
      )}
      <Section id="department">
        <DepartmentFields form={form} subdomain={saved.subdomain} />
      </Section>
      <Section id="time">
        <TimeFields form={form} saved={saved} />
      </Section>
      <Section id="work">
        <WorkFields form={form} />
      </Section>
      <Section id="access">
        <AccessFields form={form} saved={latest.version === saved.version ? latest : saved} />
      </Section>
      {zone.question}
      <SaveBar formId={id} changes={changed.length} busy={form.formState.isSubmitting} onDrop={onTake} />
    </Form>
  )
}
