import { useEffect } from 'react'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listOwnAnnouncements, type OwnAnnouncement, readAnnouncement, replyToAnnouncement } from '../contract.ts'
import { REPLY_MOST } from '../rules.ts'
import { audienceWords } from '../words.ts'

// One array: with a new one, `run` would change at every render, and the effect below with it.
const reads = [listOwnAnnouncements] as const

type Props = { one: OwnAnnouncement; onClose: () => void }

const useHead = ({ one, onClose }: Props) => {
  const { time_zone: zone } = useOrganization()
  const description = `${one.author} · ${audienceWords(one)} · ${dayAndClock(one.sent_at, zone)}`
  return { title: one.title, description, size: 'wide', onClose } as const
}

const Text = ({ one }: { one: OwnAnnouncement }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">{one.body}</p>
      {one.replies.length > 0 && (
        <ul aria-label="Your replies" className="flex flex-col gap-3 border-t border-line pt-4">
          {one.replies.map((reply) => (
            <li key={reply.id}>
              <span className="figures text-small text-faint">You replied {dayAndClock(reply.sent_at, zone)}</span>
              <p className="whitespace-pre-wrap wrap-anywhere">{reply.body}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const WithReply = ({ one, onClose }: Props) => {
  const head = useHead({ one, onClose })
  const write = useWrite(replyToAnnouncement, { invalidates: reads })
  const form = useContractForm(
    replyToAnnouncement,
    { id: one.id, body: '' },
    { draftKey: `announcement-reply:${one.id}` },
  )
  return (
    <FormDialog
      {...head}
      form={form}
      action="Send reply"
      back="Close"
      onSubmit={write.run}
      onDone={() => toast.success('Reply sent', `${one.author} was notified.`)}
    >
      <Text one={one} />
      <TextareaField
        form={form}
        name="body"
        label={`Reply to ${one.author}`}
        maxLength={REPLY_MOST}
        hint="The department's admins can read replies. Other officers can't."
      />
    </FormDialog>
  )
}

const ToRead = ({ one, onClose }: Props) => (
  <Dialog open {...useHead({ one, onClose })}>
    <Text one={one} />
  </Dialog>
)

/** The whole text. Showing it is the receipt. */
export const OwnDialog = (props: Props) => {
  const { one } = props
  const may = useMay()
  const { run } = useWrite(readAnnouncement, { invalidates: reads })
  const unread = one.read_at === null && may(readAnnouncement)
  useEffect(() => {
    // Unsent without a connection: it stays unread and is noted the next time it is opened.
    if (unread) void run({ id: one.id }).catch(() => undefined)
  }, [run, unread, one.id])
  return may(replyToAnnouncement) ? <WithReply {...props} /> : <ToRead {...props} />
}
