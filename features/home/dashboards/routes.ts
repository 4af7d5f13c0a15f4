import { isOpenTo, postRows, postTitle, spotsLeft } from '#features/home/available-jobs/rules.ts'
import { type Limits, ownOf } from '#features/shifts/eligibility/rules.offer.ts'
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

const jobsFor = ({ items, mine, me }: OpenJobs, limits: Limits, now_at: Instant) => {
  const now = Date.parse(now_at)
  // The rows that Available Jobs counts as open to this officer.
  const open = items.flatMap((job) =>
    postRows({ job, own: ownOf(job.id, mine, now_at), mine, me, limits, now })
      .filter(isOpenTo)
      .map((row) => ({ ...row, job })),
  )
  const jobs = open.slice(0, JOBS_SHOWN).map(({ job, post, own }) => ({
    assignment_id: job.id,
    title: postTitle(job, post),
    location_name: job.location_name,
    starts_at: (own ?? post).starts_at,
    ends_at: (own ?? post).ends_at,
    places_left: spotsLeft(post),
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
