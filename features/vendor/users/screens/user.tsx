import { useState } from 'react'
import { ConfirmWithProof } from '#features/people/factors/parts/proof-field.tsx'
import { StartSupportAccess } from '#features/vendor/support-access/parts/start-support-access.tsx'
import { deviceWords } from '#platform/shared/device.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { ago, dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePathPart } from '#platform/web/url.ts'
import * as contract from '../contract.ts'
import { actWords, belongingText, questions, StateBadges } from '../parts/user-words.tsx'
import { strongUserActions, type UserAction } from '../rules.ts'

type Detail = contract.UserDetail
const reads = [contract.getUser, contract.listUsers, contract.listSuperAdmins] as const
const whyWords = {
  own_account: 'This is your own account. Ask another super admin.',
  last_super_admin: 'No other super admin can sign in.',
} as const

/** Helpful actions first, the most destructive last. */
const shownActions: readonly UserAction[] = [
  'enable',
  'release',
  'send_reset',
  'end_sessions',
  'reset_factors',
  'disable',
]

const useActs = () => {
  const disable = useWrite(contract.disableUser, { invalidates: reads })
  const enable = useWrite(contract.enableUser, { invalidates: reads })
  const release = useWrite(contract.releaseUser, { invalidates: reads })
  const send_reset = useWrite(contract.sendReset, { invalidates: reads })
  const reset_factors = useWrite(contract.resetUserFactors, { invalidates: reads })
  const end_sessions = useWrite(contract.endUserSessions, { invalidates: reads })
  return { disable, enable, release, send_reset, reset_factors, end_sessions }
}

type Asked = { action: UserAction; session_id?: string }

/** Confirmation dialog that asks for a reason, and for a recent second factor if the action requires one. */
const Question = ({ user, asked, onClose }: { user: Detail; asked: Asked; onClose: () => void }) => {
  const acts = useActs()
  const words = questions[asked.action]
  const one = asked.session_id !== undefined
  const run = async (reason: string) => {
    const input = { user_id: user.id, reason }
    const { action } = asked
    if (action === 'end_sessions') await acts.end_sessions.run({ ...input, session_id: asked.session_id ?? null })
    else await acts[action].run(input)
    toast.success(words.done, user.email)
  }
  return (
    <ConfirmWithProof
      open
      asks={strongUserActions.some((strong) => strong === asked.action)}
      onClose={onClose}
      title={one ? `Sign ${user.name} out on this device?` : words.title(user.name)}
      text={one ? 'The device is signed out. The person is notified by email.' : words.text}
      action={one ? 'Sign out device' : words.button}
      look={words.danger ? 'danger' : 'primary'}
      back="Cancel"
      reasonHint="Also recorded in the audit logs of the person's organizations."
      onConfirm={run}
    />
  )
}

const Acts = ({ user, ask }: { user: Detail; ask: (asked: Asked) => void }) => {
  const offered = shownActions.flatMap((action) => {
    const why = user.blocked.find((one) => one.action === action)?.why
    // A forbidden action is shown only once, with the reason; repeating it would add nothing.
    if (why && action !== 'disable') return []
    return user.may.includes(action) || why ? [{ action, why: why ? whyWords[why] : null }] : []
  })
  return offered.map(({ action, why }) => (
    <Button
      key={action}
      look={questions[action].danger ? 'danger-quiet' : 'plain'}
      why={why}
      onClick={() => ask({ action })}
    >
      {questions[action].button}
    </Button>
  ))
}

const Factors = ({ user, zone }: { user: Detail; zone: string }) =>
  user.factors.length === 0 ? (
    'Off'
  ) : (
    <ul>
      {user.factors.map((one) => (
        <li key={one.id}>
          {one.name}{' '}
          <span className="text-small text-faint">
            {one.last_used_at ? `used ${dayAndClock(one.last_used_at, zone)}` : 'not used yet'}
          </span>
        </li>
      ))}
    </ul>
  )

const SignInCard = ({ user, zone }: { user: Detail; zone: string }) => (
  <Card title="Sign-in">
    <Facts
      facts={[
        ['Status', user.disabled_at ? `Disabled since ${dayAndClock(user.disabled_at, zone)}` : 'Enabled'],
        [
          'Lock',
          user.locked
            ? `After wrong ${user.locked.why === 'code' ? 'codes' : 'passwords'}, until ${dayAndClock(user.locked.until, zone)}`
            : 'None',
        ],
        ['Multi-factor', <Factors key="factors" user={user} zone={zone} />],
        ['Account created', dayAndClock(user.created_at, zone)],
      ]}
    />
  </Card>
)

const Organizations = ({ user }: { user: Detail }) => (
  <Card title="Organizations" flush={user.organizations.length > 0}>
    {user.organizations.length === 0 ? (
      <p className="text-soft">This account has no organizations.</p>
    ) : (
      <ul className="divide-y divide-line">
        {user.organizations.map((one) => (
          <li
            key={one.organization_id}
            className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2.5 md:px-5"
          >
            <TextLink to={paths.superAdminOrganization(one.organization_id)}>{one.name}</TextLink>
            <span className="ml-auto text-soft">{belongingText(one)}</span>
            <StartSupportAccess size="small" organization={{ id: one.organization_id, name: one.name }} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)

type SessionsProps = { user: Detail; zone: string; ask: (asked: Asked) => void }
const Sessions = ({ user, zone, ask }: SessionsProps) => {
  const now = useNow()
  const mayEnd = user.may.includes('end_sessions')
  return (
    <Card title="Signed in" flush={user.live.length > 0}>
      {user.live.length === 0 ? (
        <p className="text-soft">Not signed in anywhere.</p>
      ) : (
        <ul className="divide-y divide-line">
          {user.live.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 md:px-5">
              <div className="min-w-40 flex-1">
                <p className="font-medium">
                  {deviceWords(one.user_agent)}{' '}
                  <span className="font-normal text-soft">
                    · {one.super_admin ? 'Vendor' : (one.organization_name ?? 'No organizations yet')}
                  </span>
                </p>
                <p className="figures text-small break-all text-faint">
                  Last active {ago(one.last_seen_at, now)} · signed in {dayAndClock(one.created_at, zone)}
                  {one.ip && ` · from ${one.ip}`}
                </p>
              </div>
              {mayEnd && (
                <Button
                  size="small"
                  look="danger-quiet"
                  aria-label={`Sign out ${deviceWords(one.user_agent)}, signed in ${dayAndClock(one.created_at, zone)}`}
                  onClick={() => ask({ action: 'end_sessions', session_id: one.id })}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const History = ({ user, zone }: { user: Detail; zone: string }) => (
  <Card title="Vendor actions" flush={user.acts.length > 0}>
    {user.acts.length === 0 ? (
      <p className="text-soft">None so far.</p>
    ) : (
      <ul className="divide-y divide-line">
        {user.acts.map((one) => (
          <li key={one.id} className="px-4 py-2.5 md:px-5">
            <p className="font-medium">{actWords[one.act]}</p>
            <p className="break-words">{one.reason}</p>
            <p className="figures text-small text-faint">
              {one.by_name} · {dayAndClock(one.at, zone)}
            </p>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

/** `/super-admin/users/{userId}`: one account and the actions available for it. */
export default function UserScreen() {
  const read = useRead(contract.getUser, { user_id: usePathPart('userId') })
  const zone = useZone()
  const [asked, setAsked] = useState<Asked | null>(null)
  const user = read.data
  const back = <TextLink to={paths.superAdminUsers()}>Users</TextLink>
  if (read.error && !user) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  if (!user)
    return (
      <>
        <PageHeader title="User" before={back} />
        <CardSkeleton lines={6} />
      </>
    )
  return (
    <>
      <PageHeader
        title={user.name}
        hint={<span className="break-all">{user.email}</span>}
        before={back}
        beside={
          <>
            <StateBadges user={user} />
            {user.sessions > 0 && <Badge tone="ok">Signed in</Badge>}
          </>
        }
        actions={<Acts user={user} ask={setAsked} />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <SignInCard user={user} zone={zone} />
          <Organizations user={user} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Sessions user={user} zone={zone} ask={setAsked} />
          <History user={user} zone={zone} />
        </div>
      </div>
      {asked && <Question user={user} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
