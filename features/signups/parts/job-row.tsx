import Banknote from 'lucide-react/icons/banknote'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { kindWords } from '#features/assignments/rules.words.ts'
import { AwardTerms } from '#features/award-rules/parts/award-terms.tsx'
import { ComingOrder } from '#features/escalations/parts/coming-order.tsx'
import { span } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { FillBar } from '#platform/web/ui/progress.tsx'
import type { OpenJob } from '../contract.ts'
import { modeNow } from '../rules.offer.ts'
import { heldThroughout } from '../rules.places.ts'
import { isLive } from '../rules.ts'
import { AskForPlace, OwnPlace, type Standing } from './place-action.tsx'
import { modeWords, payWords } from './signup-words.tsx'

const Times = ({ at, zone, now }: { at: { starts_at: string; ends_at: string }; zone: string; now: number }) => {
  const { day, clock, length, notes } = span(at.starts_at, at.ends_at, zone, { now })
  return (
    <p className="figures">
      <span className="font-medium">
        {day} · {clock}
      </span>
      <span className="block text-small text-soft">{[length, ...notes].join(', ')}</span>
    </p>
  )
}

/** Places left of places, in words and as a bar. */
const Places = ({ post }: { post: OpenJob['posts'][number] }) => {
  const fullest = post.split_minutes === null ? post.held_count : heldThroughout(post, post.holds)
  const left = Math.max(0, post.required_count - fullest)
  return (
    <div className="figures">
      <FillBar filled={post.confirmed_count} of={post.required_count} label="places taken" />
      <span className="block text-small text-soft">
        {left === 0
          ? noneWords(post)
          : `${left} of ${post.required_count} ${post.required_count === 1 ? 'place' : 'places'} left`}
      </span>
    </div>
  )
}

/** An offer that runs may still be declined. */
const noneWords = (post: OpenJob['posts'][number]) =>
  post.held_count > post.confirmed_count && post.split_minutes === null
    ? 'No place left; one is offered'
    : 'No place left'

const sameTimes = (job: OpenJob, post: OpenJob['posts'][number]) =>
  Date.parse(job.starts_at) === Date.parse(post.starts_at) && Date.parse(job.ends_at) === Date.parse(post.ends_at)

const Post = ({ post, ...standing }: Standing & { post: OpenJob['posts'][number] }): ReactNode => {
  const { job, own, now } = standing
  const live = own !== null && (isLive(own, new Date(now).toISOString()) || ['worked', 'no_show'].includes(own.status))
  return (
    <div className="grid gap-3 md:grid-cols-[1fr_9rem_minmax(10rem,14rem)] md:items-center">
      <div className="min-w-0 empty:hidden md:empty:block">
        {(job.posts.length > 1 || !sameTimes(job, post)) && <p className="font-medium">{post.name}</p>}
        {!sameTimes(job, post) && <Times at={post} zone={job.time_zone} now={now} />}
      </div>
      <Places post={post} />
      {live && own.post_id === post.id ? (
        <div className="flex flex-col gap-2 md:items-end">
          {post.split_minutes !== null && <Times at={own} zone={job.time_zone} now={now} />}
          <OwnPlace {...standing} own={own} />
        </div>
      ) : live ? (
        <span />
      ) : (
        <AskForPlace {...standing} post={post} />
      )}
    </div>
  )
}

/** The one that a link asked for: brought into sight once, with the keyboard on it. */
const comeTo = (row: HTMLLIElement | null) => {
  // After the page has been brought to its top for the new screen.
  requestAnimationFrame(() => {
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  })
}

/** One posted job: what, where, when, for what, and the one thing to do about it. A card on a phone, a row at a desk. */
export const JobRow = ({ chosen, ...standing }: Standing & { chosen: boolean }) => {
  const { job, own, now } = standing
  const place = [job.location_name, job.location_address].filter(Boolean).join(', ')
  const pay = payWords(job)
  const ended = own !== null && !isLive(own, new Date(now).toISOString()) && !['worked', 'no_show'].includes(own.status)
  return (
    <li
      ref={chosen ? comeTo : undefined}
      tabIndex={chosen ? -1 : undefined}
      aria-current={chosen || undefined}
      className={cx(
        'grid scroll-mt-20 gap-3 rounded-ui border border-line bg-surface p-4 md:grid-cols-[minmax(10rem,12rem)_minmax(12rem,1fr)_minmax(24rem,1.4fr)] md:items-start md:gap-5 md:rounded-none md:border-x-0 md:border-t-0 md:py-3 md:last:border-b-0',
        chosen && 'border-brand-line bg-brand-wash outline-none',
      )}
    >
      <div className="order-2 md:order-none">
        <Times at={job} zone={job.time_zone} now={now} />
      </div>
      <div className="order-1 min-w-0 md:order-none">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-semibold">{job.title}</h3>
          <Badge>{kindWords[job.kind]}</Badge>
          <span className="text-small text-soft">{modeWords[modeNow(job)]}</span>
        </div>
        {place && (
          <p className="mt-1 flex items-start gap-1.5 text-small text-soft">
            <MapPin aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {place}
          </p>
        )}
        {pay && (
          <p className="figures mt-1 flex items-start gap-1.5 text-small text-soft">
            <Banknote aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {pay}
          </p>
        )}
        {standing.ordersAt !== null && <ComingOrder at={standing.ordersAt} zone={job.time_zone} />}
        {modeNow(job) === 'award' && <AwardTerms id={job.id} title={job.title} />}
        {job.description && <p className="mt-1 line-clamp-2 text-small text-faint">{job.description}</p>}
      </div>
      <div className="order-3 flex flex-col gap-3 md:order-none">
        {job.posts.map((post) => (
          <Post key={post.id} {...standing} post={post} />
        ))}
        {ended && <OwnPlace {...standing} own={own} />}
      </div>
    </li>
  )
}
