import { sweeps as branding } from '#features/department/branding/jobs.ts'
import { planDeliveriesOf } from '#features/department/channels/jobs.planning.ts'
import { sweepsOf as channelSweeps } from '#features/department/channels/jobs.ts'
import { sweeps as exports } from '#features/department/exports/jobs.ts'
import { sweepsOf as notificationSweeps } from '#features/department/notifications/jobs.ts'
import { sweeps as attendance } from '#features/hours/attendance/jobs.ts'
import { sweeps as extraTime } from '#features/hours/extra-time/jobs.ts'
import { sweeps as multiFactor } from '#features/people/factors/jobs.second-step.ts'
import { sweeps as certifications } from '#features/roster/certifications/jobs.ts'
import { sweeps as assignments } from '#features/shifts/assignments/jobs.ts'
import { sweeps as awardChecks } from '#features/shifts/award-checks/jobs.ts'
import { sweepsOf as awardSweeps } from '#features/shifts/awards/jobs.ts'
import { sweeps as escalations } from '#features/shifts/escalations/jobs.ts'
import { sweeps as fillPlans } from '#features/shifts/fill-plans/jobs.ts'
import { sweeps as minimumStaffing } from '#features/shifts/minimum-staffing/jobs.ts'
import { sweeps as offers } from '#features/shifts/offers/jobs.ts'
import { isOfferAnswered } from '#features/shifts/offers/store.answered.ts'
import { sweeps as orderIns } from '#features/shifts/order-ins/jobs.ts'
import { isCallAnswered, isOrderAnswered } from '#features/shifts/order-ins/store.answered.ts'
import { sweeps as monthFigures } from '#features/vendor/analytics/jobs.months.ts'
import { sweeps as billing } from '#features/vendor/billing/jobs.ts'
import { sweeps as payments } from '#features/vendor/invoices/jobs.payments.ts'
import { sweeps as invoices } from '#features/vendor/invoices/jobs.ts'
import { sweepsOf as erasureSweeps } from '#features/vendor/organizations/jobs.erasures.ts'
import type { CloseAudit } from '#features/vendor/organizations/jobs.erasures-erasing.ts'
import { createCalling } from '#platform/server/calling.ts'
import { forgetKeys, type OutsideSweep, type Sweep } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { mailSweep, type Post, smtpPost } from '#platform/server/mailer.ts'
import { appPlatforms, createPush } from '#platform/server/push.ts'
import { createAppSenders } from '#platform/server/push-app.ts'
import { createTexting } from '#platform/server/texting.ts'
import { inSpan, sending } from '#platform/server/tracing.ts'
import type { Config } from './config.ts'

/** Where push services reach the operator. */
const pushSubject = ({ publicOrigin, supportEmail }: Config): string =>
  publicOrigin.startsWith('https:') ? publicOrigin : `mailto:${supportEmail ?? 'nobody@localhost'}`

const providersOf = ({ texting, calling, appPush }: Config) => ({
  apps: appPlatforms.filter((platform) => appPush[platform] !== null),
  texting: texting.kind !== 'off',
  calling: calling.kind !== 'off',
})

const forPeople = (sweeps: readonly (Sweep | OutsideSweep)[]): readonly (Sweep | OutsideSweep)[] =>
  sweeps.map((sweep) => ({ ...sweep, pausesWhenMoved: true }))

/** What reaches people, each through its provider. */
const meansOf = (config: Config) => {
  const [text, call] = [createTexting(config.texting), createCalling(config.calling)]
  const push = createPush({
    subject: pushSubject(config),
    app: createAppSenders(config.appPush),
    ...(config.push.ca ? { ca: config.push.ca } : {}),
  })
  return {
    push: sending('send push', push),
    text: text && sending('send text', text),
    call: call && sending('place call', call),
  }
}

const postOf = (smtpUrl: string, from: string): Post => {
  const post = smtpPost(smtpUrl, from)
  return (mail) => inSpan('send email', {}, () => post(mail))
}

/** Every background job. A feature adds its line here. */
export const sweepsOf = (
  config: Config,
  log: Log,
  audit: { sweeps: readonly Sweep[]; close: CloseAudit },
): readonly (Sweep | OutsideSweep)[] => [
  forgetKeys,
  ...audit.sweeps,
  ...erasureSweeps(audit.close),
  ...billing,
  ...invoices,
  ...payments,
  ...branding,
  ...exports,
  ...monthFigures,
  ...forPeople([
    ...attendance,
    ...assignments,
    ...awardSweeps(),
    ...awardChecks,
    ...certifications,
    ...escalations,
    ...extraTime,
    ...fillPlans,
    ...minimumStaffing,
    ...notificationSweeps(config.publicOrigin, planDeliveriesOf(providersOf(config))),
    ...multiFactor,
    ...orderIns,
    ...offers,
  ]),
  // What is queued goes out, also for a department that moved.
  ...channelSweeps({
    ...meansOf(config),
    origin: config.publicOrigin,
    title: config.productName,
    answered: [isOrderAnswered, isCallAnswered, isOfferAnswered],
  }),
  // Without a mail server, emails stay queued.
  ...(config.smtpUrl ? [mailSweep(postOf(config.smtpUrl, config.mailFrom), log)] : []),
]
