import { sweeps as assignments } from '#features/assignments/jobs.ts'
import { sweeps as attendance } from '#features/attendance/jobs.ts'
import { sweeps as awardChecks } from '#features/award-checks/jobs.ts'
import { sweepsOf as awardSweeps } from '#features/awards/jobs.ts'
import { sweeps as billing } from '#features/billing/jobs.ts'
import { sweeps as branding } from '#features/branding/jobs.ts'
import { sweeps as certifications } from '#features/certifications/jobs.ts'
import { sweeps as escalations } from '#features/escalations/jobs.ts'
import { sweeps as exports } from '#features/exports/jobs.ts'
import { sweeps as extraTime } from '#features/extra-time/jobs.ts'
import { sweeps as fillPlans } from '#features/fill-plans/jobs.ts'
import { sweeps as invoices } from '#features/invoices/jobs.ts'
import { sweeps as minimumStaffing } from '#features/minimum-staffing/jobs.ts'
import { sweeps as monthFigures } from '#features/month-figures/jobs.ts'
import { sweeps as multiFactor } from '#features/multi-factor/jobs.ts'
import { sweepsOf as notificationSweeps } from '#features/notifications/jobs.ts'
import { sweeps as offers } from '#features/offers/jobs.ts'
import { sweeps as orderIns } from '#features/order-ins/jobs.ts'
import type { CloseAudit } from '#features/organization-erasures/jobs.erasing.ts'
import { sweepsOf as erasureSweeps } from '#features/organization-erasures/jobs.ts'
import { sweeps as payments } from '#features/payments/jobs.ts'
import { forgetKeys, type OutsideSweep, type Sweep } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { mailSweep, smtpPost } from '#platform/server/mailer.ts'
import type { Config } from './config.ts'

/** Every background job. A feature adds its line here. */
export const sweepsOf = (
  config: Config,
  log: Log,
  audit: { sweeps: readonly Sweep[]; close: CloseAudit },
): readonly (Sweep | OutsideSweep)[] => [
  forgetKeys,
  ...audit.sweeps,
  ...erasureSweeps(audit.close),
  ...attendance,
  ...assignments,
  ...awardSweeps(),
  ...awardChecks,
  ...certifications,
  ...billing,
  ...invoices,
  ...payments,
  ...branding,
  ...escalations,
  ...exports,
  ...extraTime,
  ...fillPlans,
  ...minimumStaffing,
  ...monthFigures,
  ...notificationSweeps(config.publicOrigin),
  ...multiFactor,
  ...orderIns,
  ...offers,
  // Without a mail server the mails wait.
  ...(config.smtpUrl ? [mailSweep(smtpPost(config.smtpUrl, config.mailFrom), log)] : []),
]
