import Search from 'lucide-react/icons/search'
import UserPlus from 'lucide-react/icons/user-plus'
import { type ReactNode, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, Toolbar } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { dayWords } from '../client.ts'
import { joinMany } from '../contract.members.ts'
import { joinPlatoon, listMembers, type Member } from '../contract.ts'
import { JoinDialog } from './join-dialog.tsx'
import { JoinManyDialog } from './join-many-dialog.tsx'

type Of = { platoon: { id: string; name: string }; today: string }

const Row = ({ member, platoon, today }: Of & { member: Member }) => {
  const me = useSignedIn().officer?.id
  const [open, setOpen] = useState(false)
  const when =
    member.starts_on > today
      ? `from ${dayWords(member.starts_on)}`
      : member.ends_on
        ? `until ${dayWords(member.ends_on)}`
        : `since ${dayWords(member.starts_on)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <span className="min-w-0 flex-1 basis-56">
        <TextLink to={`${paths.adminOfficer(member.officer_id)}?tab=tours`}>{member.name}</TextLink>
        <span className="block text-small text-faint">
          {[member.badge_number, member.rank, member.unit].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {member.on_leave && <Badge tone="hold">On leave</Badge>}
        <span className="figures text-small text-soft">{when}</span>
      </span>
      {member.ends_on === null && (
        <Needs call={joinPlatoon}>
          <Button
            size="small"
            look="quiet"
            aria-label={`Remove ${member.name}`}
            why={member.officer_id === me ? 'Ask another admin to remove you' : null}
            onClick={() => setOpen(true)}
          >
            Remove
          </Button>
        </Needs>
      )}
      {open && (
        <JoinDialog
          leaving
          today={member.starts_on > today ? member.starts_on : today}
          platoon={platoon}
          officer={{ id: member.officer_id, name: member.name }}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

type FoundProps = Of & { typed: string; list: ReturnType<typeof useMembers>; add: ReactNode }

const Found = ({ platoon, today, typed, list, add }: FoundProps) => {
  const { items } = list
  if (!items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={6} />
  if (items.length === 0 && typed) return <EmptyState title="No results" text={`No member matches "${typed}".`} />
  if (items.length === 0)
    return (
      <EmptyState
        title="No members yet"
        text="Add officers with a start date. Their tours then count toward rest and hours."
        action={add}
      />
    )
  return (
    <>
      <ul aria-label="Members" className="divide-y divide-line rounded-ui border border-line bg-surface">
        {items.map((member) => (
          <Row key={member.id} member={member} platoon={platoon} today={today} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        noun="members"
      />
    </>
  )
}

const useMembers = (platoon_id: string, typed: string) =>
  useReadPages(listMembers, { platoon_id, ...(typed ? { search: typed } : {}) }, { keep: true })

/** Current and future members of the platoon; searchable and paged. */
export const Members = ({ platoon, today }: Of) => {
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const typed = search.trim()
  const list = useMembers(platoon.id, typed)
  const { items } = list
  const add = (
    <Needs call={joinMany}>
      <Button look="primary" icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
        Add officers
      </Button>
    </Needs>
  )
  return (
    <>
      <Toolbar label="Find members">
        <div className="w-64 max-w-full">
          <InputWith
            before={<Search aria-hidden />}
            type="search"
            aria-label="Find a member"
            placeholder="Name, badge or unit"
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {items && (items.length > 0 || typed !== '') && add}
      </Toolbar>
      <Found platoon={platoon} today={today} typed={typed} list={list} add={add} />
      {adding && <JoinManyDialog platoon={platoon} today={today} onClose={() => setAdding(false)} />}
    </>
  )
}
