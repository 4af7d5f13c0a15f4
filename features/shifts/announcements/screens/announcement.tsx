import { useState } from 'react'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { NotThere } from '#platform/web/not-there.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePathPart, useUrlValue } from '#platform/web/url.ts'
import { exportReceipts, findAnnouncement, listReceipts, remindOfAnnouncement } from '../contract.ts'
import { type ReceiptFilter, Receipts, useReceipts } from '../parts/receipts.tsx'
import { refuseReminder } from '../rules.ts'
import { audienceWords, peopleWords, readWords } from '../words.ts'

type One = OutputOf<typeof findAnnouncement>

const whys = {
  all_have_read: 'Everyone has read it',
  reminder_too_soon: 'Wait an hour between reminders',
} as const

const Remind = ({ one }: { one: One }) => {
  const [asking, ask] = useState(false)
  const now = useNow()
  const write = useWrite(remindOfAnnouncement, { invalidates: [findAnnouncement, listReceipts] })
  const no = refuseReminder(one, new Date(now).toISOString())
  const left = one.people - one.read
  const send = async () => {
    const { people } = await write.run({ id: one.id })
    toast.success('Reminder sent', `${peopleWords(people)} notified.`)
  }
  return (
    <>
      <Button why={no && whys[no]} onClick={() => ask(true)}>
        Remind
      </Button>
      <Confirm
        open={asking}
        onClose={() => ask(false)}
        title={`Remind ${peopleWords(left)}?`}
        text="Everyone who hasn't read this announcement is notified again."
        action="Send reminder"
        look="primary"
        onConfirm={send}
      />
    </>
  )
}

const Replies = ({ one, zone }: { one: One; zone: string }) => (
  <Card
    flush
    title="Replies"
    {...(one.replies > one.said.length ? { hint: `The latest ${one.said.length} of ${one.replies}` } : {})}
  >
    {one.said.length === 0 ? (
      <EmptyState quiet title="No replies" text="Replies appear here. The author is notified." />
    ) : (
      <ul aria-label="Replies" className="divide-y divide-line">
        {one.said.map((reply) => (
          <li key={reply.id} className="px-4 py-line md:px-5">
            <TextLink to={paths.adminOfficer(reply.officer_id)}>{reply.name}</TextLink>
            <span className="figures ml-2 text-small text-faint">{dayAndClock(reply.sent_at, zone)}</span>
            <p className="whitespace-pre-wrap wrap-anywhere">{reply.body}</p>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const filterOf = (chosen: string | null): ReceiptFilter => (chosen === 'read' || chosen === 'unread' ? chosen : 'all')

const Page = ({ one }: { one: One }) => {
  const { time_zone: zone } = useOrganization()
  const may = useMay()
  const [chosen, choose] = useUrlValue('filter')
  const filter = filterOf(chosen)
  const list = useReceipts(one.id, filter)
  const loadAll = async () => {
    for (let page = await list.fetchNextPage(); page.hasNextPage; ) page = await list.fetchNextPage()
  }
  return (
    <>
      <PageHeader
        title={one.title}
        hint={`${audienceWords(one)} · ${one.author} · ${dayAndClock(one.sent_at, zone)}`}
        before={<WayBack to={paths.adminAnnouncements()}>Announcements</WayBack>}
        actions={
          <>
            <ExportMenu endpoint={exportReceipts} input={{ id: one.id, filter }} beforePrint={loadAll} />
            {may(remindOfAnnouncement) && <Remind one={one} />}
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Card
            title={readWords(one)}
            {...(one.reminded_at ? { hint: `Reminded ${dayAndClock(one.reminded_at, zone)}` } : {})}
          >
            <p className="whitespace-pre-wrap wrap-anywhere">{one.body}</p>
          </Card>
          <Replies one={one} zone={zone} />
        </div>
        <Receipts list={list} filter={filter} onFilter={(next) => choose(next === 'all' ? null : next)} />
      </div>
    </>
  )
}

/** `/admin/announcements/{id}`: the text, who has read it, and replies. */
export default function Announcement() {
  const read = useRead(findAnnouncement, { id: usePathPart('id') })
  if (read.data) return <Page one={read.data} />
  if (read.error instanceof ApiError && (read.error.status === 404 || read.error.status === 400)) return <NotThere />
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return <CardSkeleton lines={8} />
}
