import { listRules, type Rule } from '#features/shifts/award-rules/contract.ts'
import { methodSentences } from '#features/shifts/award-rules/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { idOrNull, useSetUrl, useUrlSearch, useUrlValue } from '#platform/web/url.ts'
import { type AwardOrder, readOrder } from '../contract.order.ts'
import { OrderTable } from '../parts/order-table.tsx'
import { extraHoursWords } from '../words.counts.ts'
import { orderNotes } from '../words.order.ts'

const useOrder = (id: string) => {
  const [chosen] = useUrlValue('show')
  const typing = useUrlSearch()
  const show = chosen === 'left_out' ? 'left_out' : 'all'
  const list = useReadPages(readOrder, { id, show, search: typing.search, limit: 100 }, { keep: true })
  return { list, typing, show, narrowed: show === 'left_out' || typing.search !== '' }
}

type FiltersProps = {
  id: string
  rules: readonly Rule[]
  of: ReturnType<typeof useOrder>
}
const Filters = ({ id, rules, of: { list, typing, show } }: FiltersProps) => {
  const setUrl = useSetUrl()
  const out = list.first?.left_out
  return (
    <Toolbar label="Find officers">
      <Field label="Award rule" className="w-full md:w-72">
        {(control) => (
          <Select
            {...control}
            value={id}
            onChange={(rule) => setUrl({ rule })}
            options={rules.map((rule) => ({ value: rule.id, label: rule.name }))}
          />
        )}
      </Field>
      <Field label="Search" className="w-full md:w-56">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typing.typed}
            maxLength={100}
            placeholder="Name, badge or unit"
            onChange={(event) => typing.setTyped(event.target.value)}
          />
        )}
      </Field>
      <Field label="Show" className="w-full md:w-44">
        {(control) => (
          <Select
            {...control}
            value={show}
            onChange={(next) => setUrl({ show: next === 'all' ? null : next })}
            options={[
              { value: 'all', label: 'All officers' },
              { value: 'left_out', label: out === undefined ? 'Left out now' : `Left out now (${out})` },
            ]}
          />
        )}
      </Field>
    </Toolbar>
  )
}

/** The rule in a sentence, when it starts, and what the order can't say yet. */
const About = ({ id, order }: { id: string; order: AwardOrder }) => {
  const { time_zone } = useOrganization()
  const { rule, name, version, effective_from, now_at, items, open_step } = order
  const shared = items.some((one) => one.shared)
  return (
    <div className="mb-3 max-w-prose text-soft">
      <p className="font-medium text-ink">
        <TextLink to={paths.adminAwardRule(id)}>{name}</TextLink>, version {version}
        {effective_from > now_at && `, not in effect until ${day(effective_from, time_zone)}`}
      </p>
      <p>{methodSentences[rule.method]}</p>
      {!order.undecided && <p className="text-small">{orderNotes(rule, { open_step, shared }).join(' ')}</p>}
    </div>
  )
}

const Found = ({ id, of: { list, narrowed } }: { id: string; of: ReturnType<typeof useOrder> }) => {
  const { first, items } = list
  if (!first || !items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <About id={id} order={first} />
      {first.undecided ? (
        <EmptyState
          title="No order before officers apply"
          text="This rule ranks only officers who applied for a shift. Choose another rule to compare officers."
        />
      ) : (
        <OrderTable rule={first.rule} rows={items} narrowed={narrowed} />
      )}
      {!first.undecided && items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={items.length}
          total={first.found}
          noun="officers"
        />
      )}
    </>
  )
}

const Order = ({ id, rules }: { id: string; rules: readonly Rule[] }) => {
  const of = useOrder(id)
  const print = async () => {
    for (let more = of.list.more; more; ) more = (await of.list.fetchNextPage()).hasNextPage
    // Two frames later the loaded rows are drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()))
  }
  return (
    <>
      <PageHeader
        title="Current order"
        hint="The order in which an award would rank all officers now. Admins appear once they have an offer or a shift on record."
        before={<WayBack to={paths.adminAwardRule(id)}>Rule</WayBack>}
        actions={<Button onClick={() => void print().catch(toast.failure)}>Print</Button>}
      />
      <Filters id={id} rules={rules} of={of} />
      <Found id={id} of={of} />
      <p className="no-print mt-3 text-small text-soft">
        The <TextLink to={paths.adminFillPlan()}>Fill assistant</TextLink> compares extra hours instead.{' '}
        {extraHoursWords}
      </p>
      <p className="no-print mt-1 text-small text-soft">
        Order-ins follow their own list: <TextLink to={paths.adminForceList()}>Force list</TextLink>
      </p>
    </>
  )
}

/** The rule asked for; otherwise one that applies to a shift type. */
const chosenOf = (asked: string | null, rules: readonly Rule[]): string | null =>
  asked ?? (rules.find(({ kinds }) => kinds.length > 0) ?? rules[0])?.id ?? null

/** `/admin/staffing/order`: who would come first by an award rule now. */
export default function CurrentOrder() {
  const read = useRead(listRules, {})
  const asked = idOrNull(useUrlValue('rule')[0])
  const rules = read.data?.rules
  const id = chosenOf(asked, rules ?? [])
  if (rules && id) return <Order key={id} id={id} rules={rules} />
  return (
    <>
      <PageHeader title="Current order" before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>} />
      {rules ? (
        <EmptyState
          title="No award rules yet"
          text="Each rule's order of officers appears here."
          action={<ButtonLink to={paths.adminAwardRules()}>Award rules</ButtonLink>}
        />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <TableSkeleton />
      )}
    </>
  )
}
