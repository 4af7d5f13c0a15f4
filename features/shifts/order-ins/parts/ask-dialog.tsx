import { type Instant, isoInstant, MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, SelectField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type AssignmentOrders, openCall, previewCall, readOrderIn } from '../contract.calls.ts'
import { volunteerMinutes } from '../contract.ts'
import { askMinutes, mostMinutes } from '../rules.asking.ts'
import { previewWords, requestedWords, tooLongWords } from '../words.asking.ts'

type PreviewProps = {
  assignmentId: string
  postId: string
  minutes: unknown
  /** Why the call can't be made, if that is known: nothing is promised then. */
  not: string | null
  toRoster: () => void
}

/** Who is asked, who is next on the list and when: before the press. */
const Preview = ({ assignmentId, postId, minutes, not, toRoster }: PreviewProps) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const preview = useRead(previewCall, { assignment_id: assignmentId, post_id: postId }, { keep: true })
  const given = volunteerMinutes.safeParse(minutes)
  const at = given.success ? dayAndClock(now + given.data * MINUTE, zone, now) : null
  const words = preview.data ? previewWords(preview.data, at) : null
  const requested = preview.data ? requestedWords(preview.data.requested) : null
  // The lines are there from the start: no field moves when they are known.
  return (
    <div aria-live="polite" className="figures flex min-h-16 flex-col gap-1">
      {requested && (
        <Notice tone="warn">
          {requested}{' '}
          <Button size="small" look="quiet" onClick={toRoster}>
            Go to the roster
          </Button>
        </Notice>
      )}
      {not !== null ? (
        <p className="text-warn">{not}</p>
      ) : words ? (
        <>
          <p className="font-medium">{words.asked}</p>
          <p className="text-soft">{words.next}</p>
        </>
      ) : (
        <p className="text-soft">
          {preview.error
            ? "Couldn't load eligible officers. Close this dialog and try again."
            : 'Checking who is eligible…'}
        </p>
      )}
    </div>
  )
}

type Props = {
  of: AssignmentOrders
  assignmentId: string
  /** When the shift's escalation decides; null: never. */
  planned: Instant | null
  onClose: () => void
  toRoster: () => void
}

/** Asks for volunteers for a post of the shift. Says who is asked, and what stands against it, before the press. */
export const AskDialog = ({ of, assignmentId, planned, onClose, toRoster }: Props) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const open = of.posts.filter((post) => post.why_not === null)
  const at = isoInstant(now)
  const first = open[0]
  const form = useContractForm(openCall, {
    assignment_id: assignmentId,
    post_id: first?.id ?? '',
    minutes: first ? askMinutes(of.volunteer_minutes, at, first.starts_at, planned) : of.volunteer_minutes,
  })
  const ask = useWrite(openCall, { invalidates: [readOrderIn] })
  const [postId, minutes] = form.watch(['post_id', 'minutes'])
  const starts_at = open.find((post) => post.id === postId)?.starts_at
  const tooLong =
    starts_at === undefined
      ? null
      : tooLongWords(Number(minutes), mostMinutes(at, starts_at), dayAndClock(starts_at, zone, now))
  return (
    <FormDialog
      form={form}
      title="Ask for volunteers"
      description="When time is up, volunteers get the spots and the rest are filled from the force list."
      action="Ask now"
      why={tooLong}
      onSubmit={async (input) => {
        const { asked, closes_at } = await ask.run(input)
        toast.success(
          `${asked} ${asked === 1 ? 'officer was' : 'officers were'} asked`,
          `Volunteers have until ${dayAndClock(closes_at, zone)}.`,
        )
      }}
      onClose={onClose}
    >
      {open.length > 1 && (
        <SelectField
          form={form}
          name="post_id"
          label="Post"
          options={open.map((post) => ({ value: post.id, label: post.name, hint: `${post.missing} needed` }))}
        />
      )}
      <NumberField form={form} name="minutes" label="Minutes to volunteer" min={5} max={2880} />
      {form.problem === null && (
        <Preview
          assignmentId={assignmentId}
          postId={String(postId)}
          minutes={minutes}
          not={tooLong}
          toRoster={() => {
            onClose()
            toRoster()
          }}
        />
      )}
    </FormDialog>
  )
}
