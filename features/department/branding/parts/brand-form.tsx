import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { settingWords } from '#features/department/settings/words.ts'
import { DEFAULT_COLOR, isColor } from '#platform/shared/brand.ts'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { applyBrand } from '#platform/web/brand.ts'
import { type Conflict, ConflictNotice, conflictIn } from '#platform/web/forms/conflict.tsx'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { editBranding, readBranding } from '../contract.ts'
import { BrandLook } from './brand-check.tsx'

type Saved = OutputOf<typeof readBranding>
type Values = InputOf<typeof editBranding>

/** Previews the color on the whole page while it is being chosen, and restores the saved one on leaving. */
const useTriedOn = (color: string, saved: string) => {
  useEffect(() => {
    applyBrand(color)
    return () => applyBrand(saved)
  }, [color, saved])
}

const ColorField = ({ form, color }: { form: ContractForm<Values>; color: string }) => {
  const set = (to: string) => form.setValue('primary_color', to, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="flex items-end gap-3">
      <TextField form={form} name="primary_color" label="Color" maxLength={7} autoComplete="off" className="w-40" />
      <input
        type="color"
        aria-label="Pick a color"
        value={color}
        onChange={(event) => set(event.target.value.toLowerCase())}
        className="h-control w-14 shrink-0 cursor-pointer rounded-ui border border-line-strong bg-sunken p-1"
      />
      {color !== DEFAULT_COLOR && (
        <Button look="quiet" onClick={() => set(DEFAULT_COLOR)}>
          Default
        </Button>
      )}
    </div>
  )
}

type ButtonsProps = { action: string; changed: boolean; busy: boolean; onDrop: () => void }
const Buttons = ({ action, changed, busy, onDrop }: ButtonsProps) => (
  <div className="flex flex-col gap-2 md:flex-row">
    <Button type="submit" look="primary" wide busy={busy} why={changed ? null : 'No changes yet.'}>
      {action}
    </Button>
    {changed && (
      <Button look="quiet" wide onClick={onDrop}>
        Discard changes
      </Button>
    )}
  </div>
)

type Props = { saved: Saved; latest: Saved; onTake: () => void; action?: string; onSaved?: () => void }

/** Holds the values it was filled with; `onTake` fills it again. */
export const BrandForm = ({ saved, latest, onTake, action = 'Save', onSaved }: Props) => {
  const { name, primary_color, version } = saved
  const form = useContractForm(editBranding, { name, primary_color, version }, { draftKey: 'branding' })
  const edit = useWrite(editBranding, { invalidates: [readBranding] })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const sent = useRef(0)
  const typed = useWatch({ control: form.control })
  const color = typed.primary_color && isColor(typed.primary_color) ? typed.primary_color : primary_color
  const changed = typed.name !== name || typed.primary_color !== primary_color
  const newer = latest.version > version
  useTriedOn(color, latest.primary_color)
  useEffect(() => {
    if (newer && (!changed || latest.version === sent.current)) onTake()
  }, [newer, changed, latest.version, onTake])

  const save = async (values: Values, base: number) => {
    const changes = {
      ...(values.name !== name ? { name: values.name } : {}),
      ...(values.primary_color !== primary_color ? { primary_color: values.primary_color } : {}),
    }
    try {
      sent.current = (await edit.run({ ...changes, version: base })).version
      setConflict(null)
      toast.success('Saved', 'Every open screen updates.')
      onSaved?.()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        setConflict(conflictIn(error.details, settingWords))
      throw error
    }
  }
  return (
    <Card title="Name and color" hint="This page previews the color as you choose it.">
      <Form form={form} onSubmit={(values) => save(values, values.version)}>
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            onTakeTheirs={onTake}
            onKeepMine={form.submit((values) => save(values, conflict.version))}
          />
        )}
        <TextField form={form} name="name" label="Name" maxLength={120} autoComplete="off" />
        <ColorField form={form} color={color} />
        <BrandLook color={color} />
        <Buttons action={action} changed={changed} busy={form.formState.isSubmitting} onDrop={onTake} />
      </Form>
    </Card>
  )
}
