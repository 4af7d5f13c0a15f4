import Phone from 'lucide-react/icons/phone'
import { roomWords } from '#features/home/available-jobs/client.room.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import type { readShift } from '../contract.ts'

type Of = Pick<OutputOf<typeof readShift>, 'job' | 'people' | 'me'> & {
  /** The spots still open, unless the card with the button says them. */
  spots: boolean
}

const rowClass = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2.5 md:px-5'

/** Who works the shift, by name only, and the desk. */
export const People = ({ job, people, me, spots }: Of) => {
  const several = job.posts.length > 1
  const { time_zone: zone } = useOrganization()
  const nameOf = (post_id: string) => job.posts.find(({ id }) => id === post_id)?.name ?? ''
  return (
    <Card title="Officers on this shift" flush>
      <ul className="divide-y divide-line">
        {people === null && (
          <li className={`${rowClass} text-soft`}>You can see the officers on this shift once you're back online.</li>
        )}
        {people?.length === 0 && <li className={`${rowClass} text-soft`}>No confirmed officers yet.</li>}
        {people?.map((one) => (
          <li key={`${one.post_id} ${one.id}`} className={rowClass}>
            <span className={one.own ? 'font-medium' : ''}>{one.own ? `${one.name} (you)` : one.name}</span>
            {several && <span className="text-small text-soft">{nameOf(one.post_id)}</span>}
          </li>
        ))}
        {spots &&
          job.status === 'published' &&
          job.posts.map((post) => (
            <li key={post.id} className={rowClass}>
              <span className="figures text-soft">{roomWords(post, zone)}</span>
              {several && <span className="text-small text-soft">{post.name}</span>}
            </li>
          ))}
        {me.desk_phone && (
          <li>
            <a
              href={`tel:${me.desk_phone.replace(/[^+\d]/g, '')}`}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2.5 hover:bg-hover md:px-5"
            >
              <span className="flex items-center gap-2 font-medium text-brand-ink">
                <Phone aria-hidden className="size-4 shrink-0" />
                Call the desk
              </span>
              <span className="figures text-soft">{me.desk_phone}</span>
            </a>
          </li>
        )}
      </ul>
    </Card>
  )
}
