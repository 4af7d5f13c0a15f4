import { type Limits, reasonsForPost } from '#features/shifts/eligibility/rules.offer.ts'
import { type Route, read, refuse } from '#platform/server/route.ts'
import type { Instant } from '#platform/shared/time.ts'
import { staffingFigures } from './contract.staffing.ts'
import { adminDashboard, adminFigures, officerDashboard } from './contract.ts'
import { findStaffing } from './store.staffing.ts'
import {
  findAdminDashboard,
  findAdminFigures,
  findOfficerDashboard,
  foundOf,
  listDashboardJobs,
  type OpenJobs,
} from './store.ts'

const JOBS_SHOWN = 4

const jobsFor = ({ items, mine, me }: OpenJobs, limits: Limits, now: Instant) => {
  const asking = { unit: me.unit, rank: me.rank, mine, limits }
  // The posts this officer could sign up for now, by the rule of Available Jobs.
  const open = items.flatMap((job) => {
    const posts = job.posts.filter((post) => reasonsForPost(job, post, asking, now).length === 0)
    return posts.length === 0 ? [] : [{ job, posts }]
  })
  const jobs = open.slice(0, JOBS_SHOWN).map(({ job, posts }) => ({
    assignment_id: job.id,
    title: job.title,
    location_name: job.location_name,
    starts_at: job.starts_at,
    ends_at: job.ends_at,
    places_left: posts.reduce((left, post) => left + post.required_count - post.confirmed_count, 0),
    signup_mode: job.signup_mode,
    min_pay_minutes: job.min_pay_minutes,
  }))
  return { open_jobs: open.length, jobs }
}

export const routes: readonly Route[] = [
  read(
    officerDashboard,
    findOfficerDashboard,
    (rows, shared) => {
      const { mine, jobs, limits } = foundOf(rows, shared)
      // Vendor support is not on the roster.
      if (!jobs || !limits) return refuse('not_found')
      return { ...mine, ...jobsFor(jobs, limits, mine.now_at) }
    },
    { shared: listDashboardJobs },
  ),
  read(adminDashboard, findAdminDashboard),
  read(adminFigures, findAdminFigures),
  read(staffingFigures, findStaffing),
]
