import { useEffect, useMemo } from 'react'
import { assignmentKinds } from '#features/assignments/rules.ts'
import { kindWords } from '#features/assignments/rules.words.ts'
import { useLimits } from '#features/eligibility/client.ts'
import { useComingOrders } from '#features/escalations/client.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { dateValue, nearDay } from '#platform/web/time.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { useFirstScreenful } from '#platform/web/ui/first-screenful.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { LoadMore, PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineMark } from '#platform/web/ui/states.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { listOpenJobs } from '../contract.ts'
import { JobRow } from '../parts/job-row.tsx'
import type { Standing } from '../parts/place-action.tsx'
import { ownOf, reasonsForPost } from '../rules.offer.ts'
import { isLive } from '../rules.ts'

const ranges = ['7', '14', '30', '60', '90'] as const
type RangeDays = (typeof ranges)[number]
const isRange = (text: string | null): text is RangeDays => ranges.some((days) => days === text)

/** What stands in the URL, so that a link shows the same. */
const useFilter = () => {
  const [days, setDays] = useUrlValue('days')
  const [kind, setKind] = useUrlValue('kind')
  const [takeable, setTakeable] = useUrlValue('takeable')
  const [job] = useUrlValue('job')
  const setUrl = useSetUrl()
  return {
    job,
    // A job that was asked for is looked for as far ahead as there is.
    days: isRange(days) ? days : job ? '90' : '30',
    kind: assignmentKinds.find((one) => one === kind) ?? null,
    takeable: takeable === '1',
    setDays: (next: RangeDays) => setDays(next === '30' && !job ? null : next),
    setKind,
    setTakeable: (on: boolean) => setTakeable(on ? '1' : null),
    clear: () => setUrl({ days: null, kind: null, takeable: null, job: null }),
    any: days !== null || kind !== null || takeable !== null,
  }
}

const Filters = ({ filter }: { filter: ReturnType<typeof useFilter> }) => (
  <Toolbar label="Filter jobs">
    <div className="min-w-36 flex-1 md:w-44 md:flex-none">
      <Select
        aria-label="Days ahead"
        value={filter.days}
        onChange={filter.setDays}
        options={ranges.map((value) => ({ value, label: `Next ${value} days` }))}
      />
    </div>
    <div className="min-w-36 flex-1 md:w-44 md:flex-none">
      <Select
        aria-label="Kind of job"
        value={filter.kind ?? 'all'}
        onChange={(kind) => filter.setKind(kind === 'all' ? null : kind)}
        options={[
          { value: 'all', label: 'All kinds' },
          ...assignmentKinds.map((value) => ({ value, label: kindWords[value] })),
        ]}
      />
    </div>
    <Switch checked={filter.takeable} onChange={filter.setTakeable} label="Only what I can take" />
  </Toolbar>
)

/** Begun, and not the officer's: nothing is to be done about it, so it is not in the way. */
const isPast = ({ job, own, now }: Standing): boolean =>
  own === null && job.posts.every((post) => Date.parse(post.starts_at) <= now)

/** Whether the officer has it or could take a place on it now. */
const isMine = ({ job, own, mine, me, limits, now }: Standing): boolean => {
  const at = new Date(now).toISOString()
  if (own && isLive(own, at)) return true
  return job.posts.some((post) => reasonsForPost(job, post, { ...me, mine, limits }, at).length === 0)
}

/** Keys name the day and not its first job: with that one gone the others stay as they are, what is open in them too. */
const byDay = (shown: readonly Standing[], now: number) => {
  const days: { key: string; day: string; rows: Standing[] }[] = []
  const times = new Map<string, number>()
  for (const standing of shown) {
    const { starts_at, time_zone } = standing.job
    const day = nearDay(starts_at, time_zone, now)
    const last = days.at(-1)
    if (last?.day === day) last.rows.push(standing)
    else {
      const date = dateValue(starts_at, time_zone)
      // Jobs in several zones may come back to a day.
      const time = times.get(date) ?? 0
      times.set(date, time + 1)
      days.push({ key: `${date} ${time}`, day, rows: [standing] })
    }
  }
  return days
}

const Nothing = ({ filter }: { filter: ReturnType<typeof useFilter> }) => (
  <EmptyState
    title={filter.any ? 'No job fits this filter' : 'No open jobs'}
    text={
      filter.any
        ? 'Look further ahead, or at every kind.'
        : 'Jobs appear here by themselves the moment your department posts them.'
    }
    action={filter.any && <Button onClick={filter.clear}>Show everything</Button>}
  />
)

/** Why the job that a link asked for is not in the list. */
const NotListed = () => (
  <div className="mb-4">
    <Notice title="That job is not open any more" action={<ButtonLink to={paths.officerHistory()}>History</ButtonLink>}>
      It has begun, was taken back or is over. What you worked stands in your history; the jobs that are open now are
      listed here.
    </Notice>
  </div>
)

/** The least height of a job's row, and of its card on a phone. */
const leastRow = 72
const leastCard = 150
const none: readonly Standing[] = []

/** `/officer/assignments`: the jobs that are posted, and what the officer can do about each. */
const OpenJobs = () => {
  const filter = useFilter()
  const now = useNow()
  const input = { days: Number(filter.days), limit: 50, ...(filter.kind ? { kind: filter.kind } : {}) }
  const list = useReadPages(listOpenJobs, input, { keep: true })
  const { limits, pending } = useLimits(input.days)
  const coming = useComingOrders()
  const { items, first } = list
  const shown = useMemo(() => {
    if (!items || !first || pending) return null
    const standings = items.map((job): Standing => {
      const own = ownOf(job.id, first.mine, new Date(now).toISOString())
      return { job, own, mine: first.mine, me: first.me, limits, ordersAt: coming.get(job.id) ?? null, now }
    })
    return standings.filter((standing) => !isPast(standing) && (!filter.takeable || isMine(standing)))
  }, [items, first, pending, limits, coming, now, filter.takeable])
  const drawn = useFirstScreenful(shown ?? none, usePhone() ? leastCard : leastRow)
  const sought = filter.job !== null && shown !== null && !shown.some((standing) => standing.job.id === filter.job)
  const { more, loadingMore, loadMore } = list
  useEffect(() => {
    if (sought && more && !loadingMore) loadMore()
  }, [sought, more, loadingMore, loadMore])
  return (
    <>
      <PageHeader
        title="Available Jobs"
        hint="Posted shifts that you can take, ask for, or already have."
        beside={list.error && shown ? <OfflineMark /> : null}
        actions={<ButtonLink to={paths.officerStanding()}>My standing</ButtonLink>}
      />
      <Filters filter={filter} />
      {(list.isPending || (pending && !list.error)) && <ListSkeleton rows={6} />}
      {list.error && !shown && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {sought && !list.more && !list.isPlaceholderData && <NotListed />}
      {shown?.length === 0 && !list.more && <Nothing filter={filter} />}
      {shown &&
        byDay(drawn, now).map(({ key, day, rows }) => (
          <section key={key} aria-label={day} className="mb-5">
            <h2 className="mb-2 font-semibold text-soft">{day}</h2>
            <ul className="flex flex-col gap-2.5 md:gap-0 md:overflow-hidden md:rounded-ui md:border md:border-line md:bg-surface">
              {rows.map((standing) => (
                <JobRow key={standing.job.id} {...standing} chosen={standing.job.id === filter.job} />
              ))}
            </ul>
          </section>
        ))}
      {shown && (shown.length > 0 || list.more) && (
        <LoadMore more={list.more} loading={list.loadingMore} onMore={list.loadMore} shown={shown.length} noun="jobs" />
      )}
    </>
  )
}
export default OpenJobs
