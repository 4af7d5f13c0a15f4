import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { type Conflict, ConflictNotice, conflictIn } from '#platform/web/forms/conflict.tsx'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { SettingsForm, SettingsValues } from '../client.ts'
import { editSettings, readSettings } from '../contract.ts'
import { changedSettings, settingNames } from '../rules.ts'
import { settingWords } from '../rules.words.ts'
import { AccessFields } from './access-fields.tsx'
import { DepartmentFields } from './department-fields.tsx'
import { TimeFields } from './time-fields.tsx'
import { WorkFields } from './work-fields.tsx'

type Saved = OutputOf<typeof readSettings>

const valuesOf = (saved: Saved): SettingsValues => ({
  ...Object.fromEntries(settingNames.map((name) => [name, saved[name]])),
  version: saved.version,
})

const SaveBar = ({ changes, busy, onDrop }: { changes: number; busy: boolean; onDrop: () => void }) => (
  <div
    className={cx(
      'no-print flex flex-col gap-2 border-t border-line bg-canvas py-3 md:flex-row md:items-center',
      changes > 0 && 'sticky bottom-0 z-10',
    )}
  >
    <Button type="submit" look="primary" busy={busy} wide why={changes === 0 ? 'Nothing is changed yet.' : null}>
      Save changes
    </Button>
    {changes > 0 && (
      <Button look="quiet" wide onClick={onDrop}>
        Drop them
      </Button>
    )}
    <p className="figures text-small text-faint" aria-live="polite">
      {changes === 0 ? '' : changes === 1 ? 'One change is not saved.' : `${changes} changes are not saved.`}
    </p>
  </div>
)

/** Every setting in one form. Holds what was seen when it was filled; `onTake` fills it anew with what is saved now. */
export const SettingsEditor = ({ saved, latest, onTake }: { saved: Saved; latest: Saved; onTake: () => void }) => {
  const form: SettingsForm = useContractForm(editSettings, valuesOf(saved), { draftKey: 'settings' })
  const edit = useWrite(editSettings, { invalidates: [readSettings] })
  const [conflict, setConflict] = useState<Conflict | null>(null)
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
      sent.current = (await edit.run({ ...changes, version })).version
      setConflict(null)
      toast.success('Saved', 'Every open screen follows.')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        setConflict(conflictIn(error.details, settingWords))
      throw error
    }
  }
  return (
    <Form form={form} onSubmit={(typed) => save(typed, typed.version)} className="max-w-3xl gap-5">
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onTakeTheirs={onTake}
          onKeepMine={form.submit((typed) => save(typed, conflict.version))}
        />
      )}
      <DepartmentFields form={form} subdomain={saved.subdomain} />
      <TimeFields form={form} saved={saved} />
      <WorkFields form={form} />
      <AccessFields form={form} saved={latest.version === saved.version ? latest : saved} />
      <SaveBar changes={changed.length} busy={form.formState.isSubmitting} onDrop={onTake} />
    </Form>
  )
}
