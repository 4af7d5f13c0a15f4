import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, type Ref, useDeferredValue, useRef, useState } from 'react'
import { leadHead, orderedWords } from '#features/shifts/awards/client.by-hand.ts'
import { extraHoursWords } from '#features/shifts/awards/words.counts.ts'
import { COUNTED_DAYS } from '#features/shifts/eligibility/rules.extra.ts'
import { countedReasons } from '#features/shifts/eligibility/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import type { Range } from '#platform/shared/time.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Switch } from '#platform/web/ui/checks.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { InputWith } from '#platform/web/ui/input.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listCandidates } from '../contract.ts'
import { isEligible } from '../rules.candidates.ts'
import { CandidateRow, type Place } from './candidate-row.tsx'

type Found = OutputOf<typeof listCandidates>
type Counts = Pick<Found, 'eligible_count' | 'others'>
type Rule = NonNullable<Found['rule']>

const othersIn = ({ others }: Counts): number => others.reduce((sum, { count }) => sum + count, 0)
const wordFor = (code: string): string =>
  code === 'own' ? '(you)' : (new Map(Object.entries(countedReasons)).get(code) ?? 'for another reason')

/** Every reason with its count, so that they add up; several limits on hours share their words. */
const reasonCounts = ({ others }: Counts): string[] => {
  const counts = new Map<string, number>()
  for (const { code, count } of others) counts.set(wordFor(code), (counts.get(wordFor(code)) ?? 0) + count)
  return [...counts].map(([words, count]) => `${count.toLocaleString('en-US')} ${words}`)
}

/** `9 not eligible` with counts by reason; a click shows them. */
const Others = ({ counts, onShow }: { counts: Counts; onShow: () => void }) => {
  const all = othersIn(counts)
  if (all === 0) return null
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 md:flex-nowrap">
      <Button size="small" look="quiet" onClick={onShow}>
        Show {all.toLocaleString('en-US')} not eligible
      </Button>
      <p className="figures text-small text-faint">{reasonCounts(counts).join(' · ')}</p>
    </div>
  )
}

/** At a desk, the search and what is below the list stay in view while the list scrolls. */
const kept = 'z-1 -mx-5 bg-surface px-5 md:sticky'

const Keys = () => (
  <p aria-hidden className="hidden items-center gap-1.5 text-small text-faint md:flex">
    <Kbd>↑</Kbd>
    <Kbd>↓</Kbd> choose <Kbd>Enter</Kbd> assign <Kbd>Esc</Kbd> close
  </p>
)

/** Arrow keys move from the search into the list and through it; Enter in the search presses the first button. */
const useKeys = (settled: boolean) => {
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const presses = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-press]') ?? [])]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    // A dialog over the list handles its own keys.
    if (!(target instanceof HTMLElement) || event.nativeEvent.isComposing) return
    if (target !== input.current && !list.current?.contains(target)) return
    const all = presses()
    const at = all.indexOf(target)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const next = at + (key === 'ArrowDown' ? 1 : -1)
      if (next < 0) input.current?.focus()
      else all[next]?.focus()
      return
    }
    if (key === 'Enter' && target === input.current) {
      event.preventDefault()
      // What the list shows has to be what was typed.
      if (settled) all[0]?.click()
    }
  }
  return { list, input, onKeyDown }
}

/** Which figure orders the list, so that the first name needs no explanation. */
const orderWords = (rule: Rule | null, zone: string): string =>
  rule ? orderedWords(rule, zone) : `Fewest extra hours first. ${extraHoursWords}`

const Heads = ({ counts, rule, zone }: { counts: Counts; rule: Rule | null; zone: string }) => (
  <div className="figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line pb-1.5 text-small text-faint md:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_10.5rem_8rem]">
    <span aria-live="polite">{counts.eligible_count.toLocaleString('en-US')} eligible</span>
    <span className="max-md:hidden">Why</span>
    <span className="text-right">{rule ? leadHead(rule, zone) : `Extra hours, ${COUNTED_DAYS} days`}</span>
  </div>
)

type List = ReturnType<typeof useReadPages<typeof listCandidates>>
type ListedProps = {
  list: List
  only: boolean
  /** The one that Enter in the search assigns. */
  chosen: string | null
  listRef: Ref<HTMLUListElement>
  place: Place
  shift: Range
  zone: string
  onDone: () => void
}

const nobodyWords = {
  eligible: {
    title: 'No eligible officers',
    text: 'To see why, show ineligible officers. You can override a reason where the rules allow it.',
  },
  any: { title: 'No results', text: 'Only active officers can be assigned.' },
} as const

const Listed = ({ list, only, chosen, listRef, place, shift, zone, onDone }: ListedProps) => {
  if (!list.items || !list.first)
    return list.error ? (
      <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
    ) : (
      <ListSkeleton rows={5} />
    )
  const { first, items } = list
  const all = first.eligible_count + (only ? 0 : othersIn(first))
  if (items.length === 0) return <EmptyState quiet {...nobodyWords[only && othersIn(first) > 0 ? 'eligible' : 'any']} />
  return (
    <>
      <p className="text-small text-soft">{orderWords(first.rule, zone)}</p>
      <Heads counts={first} rule={first.rule} zone={zone} />
      <ul ref={listRef} aria-label="Officers" className="flex flex-col">
        {items.map((one) => (
          <CandidateRow
            key={one.officer_id}
            one={one}
            rule={first.rule}
            toCome={first.award_to_come}
            zone={zone}
            place={place}
            shift={shift}
            chosen={one.officer_id === chosen}
            onDone={onDone}
          />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        total={all}
        noun="officers"
      />
    </>
  )
}

type Props = {
  place: Place
  /** The time to be worked: the post's, or the part chosen. */
  shift: Range
  zone: string
  onDone: () => void
}

/** Officers for a place: those who can be assigned first, in the order of the award rule or by fewest hours. */
export const Candidates = ({ place, shift, zone, onDone }: Props) => {
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState(true)
  const [searching, setSearching] = useState(true)
  const q = useDeferredValue(typed.trim())
  const eligible = only ? { eligible: 'yes' as const } : {}
  const list = useReadPages(listCandidates, { ...place, q, ...eligible }, { keep: true })
  const keys = useKeys(q === typed.trim() && !list.isPlaceholderData && !list.isPending)
  const first = list.items?.[0]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the search and of the buttons inside
    <div className="flex flex-col gap-3" onKeyDown={keys.onKeyDown}>
      <div className={cx(kept, 'top-0 flex items-center gap-4 py-1 max-md:flex-col max-md:items-stretch max-md:gap-1')}>
        <InputWith
          ref={keys.input}
          autoFocus
          type="search"
          aria-label="Find an officer"
          placeholder="Name, badge, unit or rank"
          before={<Search aria-hidden />}
          value={typed}
          maxLength={80}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={() => setSearching(true)}
          onBlur={() => setSearching(false)}
        />
        <span className="shrink-0">
          <Switch label="Eligible only" checked={only} onChange={setOnly} />
        </span>
      </div>
      <Listed
        {...{ list, only, place, shift, zone, onDone }}
        listRef={keys.list}
        chosen={searching && first && isEligible(first) ? first.officer_id : null}
      />
      <div className={cx(kept, '-bottom-5 -mb-5 flex flex-col md:rounded-b-ui gap-2 border-t border-line py-3')}>
        {only && list.first && <Others counts={list.first} onShow={() => setOnly(false)} />}
        <Keys />
      </div>
    </div>
  )
}
