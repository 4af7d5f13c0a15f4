import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { rowMoment, shortGivenWords } from '#features/shifts/eligibility/client.given.ts'
import { comingWords } from '#features/shifts/escalations/words.coming.ts'
import { paths } from '#platform/shared/paths.ts'
import { undecidedStatuses } from '#platform/shared/statuses.ts'
import { HOUR } from '#platform/shared/time.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { roomWords, shortRoomWords } from '../client.room.ts'
import type { HeldRow } from '../client.ts'
import { postTitle } from '../rules.ts'
import { canWait, RowAction, RowUndo, rowNews, useRowPress, useZone } from './row-action.tsx'

const hours = (starts: string, ends: string) => (Date.parse(ends) - Date.parse(starts)) / HOUR

/** `8 h`, and what must not be overlooked. That a night ends on the next day, the two times say. */
export const useLengthWords = (row: HeldRow): string[] => {
  const { starts_at, ends_at } = row.own ?? row.post
  const { length, notes } = useShiftWords(row.standing.now)(
    { starts_at, ends_at, time_zone: row.standing.job.time_zone },
    hours(starts_at, ends_at) <= 24,
  )
  return [length, ...notes]
}

export const spotWords = (row: HeldRow, zone: string): string => roomWords(row.post, zone)

/** Beside an own sign-up that still waits: whether there is a spot at all. */
export const waitWords = (row: HeldRow, zone: string): string[] =>
  undecidedStatuses.some((one) => one === row.own?.status) ? [spotWords(row, zone)] : []

export const rowTitle = ({ standing: { job }, post }: HeldRow): string => postTitle(job, post)

export const rowPlace = ({ standing: { job } }: HeldRow): string => job.location_name ?? job.location_address ?? ''

/** The post comes first, because it tells two rows of one shift apart; a screen reader has it in the heading. */
const PlaceLine = ({ row, post }: { row: HeldRow; post: string | null }) => (
  <p className="col-[2/-1] row-start-2 min-w-0 text-small text-soft empty:hidden @max-[17rem]:col-auto @max-[17rem]:row-auto">
    {post && (
      <span aria-hidden className="text-ink">
        {post}
        {rowPlace(row) && ' · '}
      </span>
    )}
    {rowPlace(row)}
  </p>
)

/** Start beside the title, end beside the place; in one line where the text is large. */
export const Times = ({ starts_at, ends_at, zone }: { starts_at: string; ends_at: string; zone: string }) => (
  <p className="figures contents @max-[17rem]:flex @max-[17rem]:gap-1.5">
    <span className="min-w-11 font-semibold">{clock(starts_at, zone)}</span>
    <span className="col-start-1 row-start-2 self-start text-small text-soft @max-[17rem]:text-ui">
      <span className="hidden @max-[17rem]:inline">–</span>
      {clock(ends_at, zone)}
    </span>
  </p>
)

/** What became of the row, or how it is given out. */
const InfoLine = ({ row, press, member }: { row: HeldRow; press: ReturnType<typeof useRowPress>; member: boolean }) => {
  const zone = useZone()
  const length = useLengthWords(row)
  const news = rowNews(row, press, zone)
  const { job, now } = row.standing
  // A press changes these words, and must not move the rows below; what there is nothing to press for is read whole.
  const whole = press.refused || row.reasons.length > 0 || (row.own && !press.fresh.made)
  return (
    <p className="figures col-[2/-1] flex min-w-0 items-center gap-x-1.5 text-small text-soft @max-[17rem]:col-auto @max-[17rem]:flex-wrap">
      <span className={whole ? '' : 'truncate @max-[17rem]:whitespace-normal'}>
        {news ? (
          <>
            {news}
            {row.own && ` · ${[...length, ...waitWords(row, zone)].join(' · ')}`}
          </>
        ) : (
          // The length last: the two times say it too, if it is cut.
          [shortGivenWords(job, zone, now), shortRoomWords(row.post, zone), ...(member ? [] : length)].join(' · ')
        )}
      </span>
      <RowUndo row={row} fresh={press.fresh} />
    </p>
  )
}

/** Nothing to do in the row itself: the chevron says that its page has more. */
const leads = (row: HeldRow): boolean =>
  row.own ? row.own.status !== 'offered' : row.reasons.length > 0 && !canWait(row)

/**
 * One shift on a phone, at most 88 px without an order-in ahead: start over end, what beside the one thing to do,
 * then in full width where and how it is given out: those an officer decides by. The row opens the shift. `member`: what tells it from
 * the others of its line, whose times and place the line says.
 */
export const ShiftRow = ({ row, member = null }: { row: HeldRow; member?: string | null }) => {
  const zone = useZone()
  const id = useId()
  const press = useRowPress(row)
  const { job, coming, now } = row.standing
  const { starts_at, ends_at } = row.own ?? row.post
  const post = job.posts.length > 1 ? row.post.name : null
  return (
    <li className="@container relative border-b border-line last:border-b-0 hover:bg-hover">
      <Anchor
        to={paths.officerAssignments(job.id)}
        aria-labelledby={id}
        className="absolute inset-0 rounded-ui active:bg-hover"
      />
      <div
        className={cx(
          'pointer-events-none relative flex items-center gap-3.5 px-4 py-0.5 has-[[data-press]:not(:empty)]:pt-1.25 @max-[17rem]:py-2.5!',
          member ? 'min-h-17.5 pl-15.5 @max-[17rem]:pl-8' : 'min-h-18',
        )}
      >
        <div className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 @max-[17rem]:grid-cols-1 @max-[17rem]:gap-y-2">
          {!member && <Times starts_at={starts_at} ends_at={ends_at} zone={zone} />}
          {/* Two lines are as high as the button beside them. */}
          <h3
            id={id}
            className={cx(
              'figures col-start-2 line-clamp-2 leading-5.5 @max-[17rem]:col-auto @max-[17rem]:line-clamp-none',
              member ? 'font-medium' : 'font-semibold',
            )}
          >
            {member ?? job.title}
            {member ? (
              <span className="sr-only">, {job.title}</span>
            ) : (
              post && <span className="sr-only">, {post}</span>
            )}
          </h3>
          <div
            data-press
            className="pointer-events-auto flex shrink-0 items-center empty:hidden @max-[17rem]:order-last @max-[17rem]:[&>*]:w-full"
          >
            <RowAction row={row} press={press} short />
          </div>
          {!member && <PlaceLine row={row} post={post} />}
          <InfoLine row={row} press={press} member={member !== null} />
          {coming && !rowNews(row, press, zone) && (
            <p className="figures col-[2/-1] text-small text-warn @max-[17rem]:col-auto">
              {comingWords(coming, now)} {rowMoment(coming.decides_at, zone, now)}
            </p>
          )}
        </div>
        {leads(row) && !press.fresh.made && (
          <ChevronRight aria-hidden className="size-4 shrink-0 text-faint @max-[17rem]:hidden" />
        )}
      </div>
    </li>
  )
}
