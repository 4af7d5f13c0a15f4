import { useState } from 'react'
import { copyAssignment } from '#features/assignment-editor/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { ms, plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, RadioField, TextareaField, TextField, TimeField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import type { Assignment } from '../contract.shapes.ts'
import { cancelAssignment, listAssignments, publishAssignment, readAssignment, readBoard } from '../contract.ts'
import { cancelParties } from '../rules.ts'
import { partyWords } from '../rules.words.ts'

const stale = [readAssignment, listAssignments, readBoard]
type DialogProps = { of: Assignment; open: boolean; onClose: () => void }

const scopesOf = (of: Assignment) => [
  { value: 'this' as const, label: 'This one only' },
  {
    value: 'following' as const,
    label: `This and the ${(of.series?.following_count ?? 1) - 1} that follow in its series`,
  },
]
const isFollowed = (of: Assignment) => (of.series?.following_count ?? 0) > 1

const toldWords = (of: Assignment) =>
  of.live_count === 1 ? 'The one officer signed up is told.' : `All ${of.live_count} officers signed up are told.`

export const PublishDialog = ({ of, open, onClose }: DialogProps) => {
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const form = useContractForm(publishAssignment, { id: of.id, scope: 'this', reason: '', publish_at: null })
  const publish = useWrite(publishAssignment, { invalidates: stale })
  const late = ms(of.starts_at) <= Date.now()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Publish"
      description={late ? 'It has already started: nobody can sign up by themself.' : 'Every approved officer is told.'}
      actions={
        <>
          <Button onClick={onClose}>Leave it a draft</Button>
          <SubmitButton form={form} formId="publish">
            {when === 'now' ? 'Publish now' : 'Publish then'}
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="publish"
        onSubmit={publish.run}
        onDone={() => {
          toast.success(when === 'now' ? 'Published' : 'Publishing is set', of.title)
          onClose()
        }}
      >
        {isFollowed(of) && <RadioField form={form} name="scope" label="Which" options={scopesOf(of)} />}
        {late ? (
          <TextField form={form} name="reason" label="Why it is posted after its start" maxLength={500} />
        ) : (
          <RadioGroup
            aria-label="When"
            value={when}
            onChange={(next) => {
              setWhen(next)
              form.setValue('publish_at', next === 'now' ? null : { date: '', time: '' })
            }}
            options={[
              { value: 'now', label: 'At once' },
              { value: 'later', label: 'At a time' },
            ]}
          />
        )}
        {when === 'later' && (
          <div className="flex flex-wrap gap-3">
            <DateField form={form} name="publish_at.date" label="Date" />
            <TimeField form={form} name="publish_at.time" label="Time" />
          </div>
        )}
      </Form>
    </Dialog>
  )
}

export const CancelDialog = ({ of, open, onClose }: DialogProps) => {
  const form = useContractForm(cancelAssignment, { id: of.id, party: 'department', reason: '', scope: 'this' })
  const cancel = useWrite(cancelAssignment, { invalidates: stale })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Cancel “${of.title}”?`}
      description={`It cannot be taken back. ${of.live_count === 0 ? 'Nobody is signed up.' : toldWords(of)}`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <SubmitButton form={form} formId="cancel-assignment" look="danger">
            Cancel assignment
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="cancel-assignment"
        onSubmit={cancel.run}
        onDone={() => {
          toast.success('Cancelled', of.live_count === 0 ? of.title : toldWords(of))
          onClose()
        }}
      >
        {isFollowed(of) && <RadioField form={form} name="scope" label="Which" options={scopesOf(of)} />}
        <RadioField
          form={form}
          name="party"
          label="Who cancels"
          options={cancelParties.map((value) => ({ value, label: partyWords[value] }))}
        />
        <TextareaField
          form={form}
          name="reason"
          label="Reason"
          hint="Those signed up will read it."
          maxLength={500}
          rows={3}
        />
      </Form>
    </Dialog>
  )
}

export const CopyDialog = ({ of, open, onClose }: DialogProps) => {
  const go = useGo()
  const starts_on = plusDays(wallOf(of.starts_at, of.time_zone).date, 7)
  const form = useContractForm(copyAssignment, { id: of.id, starts_on })
  const copy = useWrite(copyAssignment, { invalidates: [listAssignments, readBoard] })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Copy to another date"
      description="A draft with the same times of day, posts, place and pay."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId="copy-assignment">
            Copy and edit
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="copy-assignment"
        onSubmit={async (values) => {
          const { id } = await copy.run(values)
          go(paths.adminAssignmentEdit(id))
        }}
      >
        <DateField form={form} name="starts_on" label="Starts on" />
      </Form>
    </Dialog>
  )
}
