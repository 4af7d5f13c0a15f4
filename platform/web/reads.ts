import {
  type InfiniteData,
  keepPreviousData,
  notifyManager,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf, Topic } from '#platform/shared/endpoint.ts'
import { ApiError, call, mayPass, type Progress } from './api.ts'
import { isOffline } from './connection.ts'
import { leaveFirst } from './first-reads.ts'
import { readAgainAfter, readsAgain, writeAgainAfter, writesAgain } from './read-again.ts'
import { storedFor } from './stored.ts'

const nameIn = (key: QueryKey): string => String(key[0])
/** Which topics make which read stale: recorded on first read, looked up when a poke arrives. */
const topicsOf = new Map<string, readonly Topic[]>()
const vendors = new Set<string>()
/** Whether it was read from the vendor's own side rather than from a visited department. */
export const isVendors = (key: QueryKey): boolean => vendors.has(nameIn(key))
const patched = new Map<string, NonNullable<Endpoint['patches']>>()
const stored = new Map<string, (response: unknown) => unknown>()
/** Whether the device stores the response, to show it without a connection. */
export const isStored = (key: QueryKey): boolean => stored.has(nameIn(key))
/** The response as the device stores it. */
export const asStored = (key: QueryKey, response: unknown): unknown => stored.get(nameIn(key))?.(response)
const whole = (response: unknown): unknown => response
export const learn = (endpoint: Endpoint): void => {
  topicsOf.set(endpoint.name, endpoint.topics ?? [])
  if (endpoint.patches) patched.set(endpoint.name, endpoint.patches)
  if (endpoint.stored)
    stored.set(endpoint.name, (endpoint.storedAs as ((response: unknown) => unknown) | undefined) ?? whole)
  if (endpoint.who === 'super_admin') vendors.add(endpoint.name)
}

// By default, screens hear of an answer a task later than the caller who awaits it. A press that waits for the new session and then
// moves on would meet a guard that still knows the old one.
notifyManager.setScheduler(queueMicrotask)

const isBusy = (error: unknown): boolean => error instanceof ApiError && error.status === 503

export const STALE_MS = 300_000
/** Specification section 7: stale after 5 minutes, kept for 30, no refetch on focus, refetch on reconnect, 3 retries except for 4xx. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: 1_800_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'offlineFirst',
        retry: (failures, error) => readsAgain(failures, isBusy(error)) && mayPass(error),
        retryDelay: (failures) => readAgainAfter(failures),
      },
      mutations: {
        networkMode: 'always',
        retry: (failures, error) => writesAgain(failures, isBusy(error)) && mayPass(error),
        retryDelay: (failures) => writeAgainAfter(failures),
      },
    },
  })

/** Figures heard with pokes, by read and topic: a response that was under way may be older than they are. */
const kept = new WeakMap<QueryClient, Map<string, unknown>>()
const keptOf = (client: QueryClient): Map<string, unknown> => {
  const known = kept.get(client) ?? new Map<string, unknown>()
  kept.set(client, known)
  return known
}
/** Reads in which a poke's figures change something that they do not say. */
const unsure = new WeakMap<QueryClient, Set<string>>()

const isPages = (key: QueryKey): boolean => key[1] === 'pages'
/** The input of a read, with the place where a later page begins. */
const askedOf = (key: QueryKey, after: unknown): unknown =>
  Object.assign({}, isPages(key) ? key[2] : key[1], typeof after === 'string' && { after })

/** The response with all newer figures. */
const withFigures = <T>(client: QueryClient, name: string, asked: unknown, response: T, onAgain: () => void): T => {
  let result: unknown = response
  for (const [topic, patch] of Object.entries(patched.get(name) ?? {})) {
    const figures = keptOf(client).get(`${name} ${topic}`)
    if (figures === undefined) continue
    const done = patch.apply(result, figures, asked)
    if (done.again) onAgain()
    result = done.response
  }
  return result as T
}

/** Marks a topic whose figures are already in place: only reads that cannot be patched by them run again. */
const rest = (topic: string): string => `${topic}:rest`

/** Puts a poke's figures into the responses that it changes, and returns the topic of what must be read again. */
export const patchTopic = (client: QueryClient, topic: string, heard: unknown): string => {
  const again = unsure.get(client) ?? new Set<string>()
  unsure.set(client, again)
  for (const [name, patches] of patched) {
    const patch = patches[topic as Topic]
    if (!patch) continue
    const key = `${name} ${topic}`
    keptOf(client).set(key, patch.keep(keptOf(client).get(key), heard))
    for (const query of client.getQueryCache().findAll({ queryKey: [name] })) {
      const { data, dataUpdatedAt } = query.state
      if (data === undefined) continue
      const change = (response: unknown, after?: unknown) =>
        withFigures(client, name, askedOf(query.queryKey, after), response, () => again.add(query.queryHash))
      const { pages, pageParams } = data as InfiniteData<unknown>
      const next = isPages(query.queryKey)
        ? { ...data, pages: pages.map((page, n) => change(page, pageParams[n])) }
        : change(data)
      client.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
    }
  }
  return rest(topic)
}

/** Marks every read that follows one of the topics as stale, and refetches those on screen. */
export const invalidateTopics = (client: QueryClient, topics: ReadonlySet<string>): Promise<void> => {
  leaveFirst()
  const again = unsure.get(client) ?? new Set<string>()
  unsure.delete(client)
  return client.invalidateQueries({
    predicate: (query) => {
      const name = nameIn(query.queryKey)
      if (again.has(query.queryHash)) return true
      return (
        topicsOf
          .get(name)
          ?.some((topic) => topics.has(topic) || (topics.has(rest(topic)) && !patched.get(name)?.[topic])) ?? false
      )
    },
  })
}

export const readKey = <E extends Endpoint>(endpoint: E, input: InputOf<E>): QueryKey => [endpoint.name, input]

/**
 * Whether the department's trial is over. Almost all calls would be refused, so they are not made; they run again on their own
 * after an upgrade.
 */
export const TrialOver = createContext(false)
const useAsked = ({ who, afterTrial }: Endpoint, enabled = true): boolean => {
  const over = useContext(TrialOver)
  return enabled && (!over || afterTrial === true || who === 'anyone')
}

/**
 * The call of a read, with the figures that pokes brought while it was under way. The library starts a read again that became stale on the
 * way, unless it is the first.
 */
const fetchRead = async <T>(
  { client, queryKey, pageParam }: { client: QueryClient; queryKey: QueryKey; pageParam?: unknown },
  response: Promise<T>,
): Promise<T> => {
  const again = () => setTimeout(() => void client.invalidateQueries({ queryKey, exact: true }))
  const query = client.getQueryCache().find({ queryKey, exact: true })
  const isFirst = query?.state.data === undefined
  // A failure marks a read as stale too.
  if (isFirst) query?.setState({ isInvalidated: false })
  const answer = await response
  if (isFirst && query?.state.isInvalidated) again()
  return withFigures(client, nameIn(queryKey), askedOf(queryKey, pageParam), answer, again)
}

type ReadOptions = {
  /** False postpones the read (an input is not known yet). */
  enabled?: boolean
  /** Keeps the last response on screen while one for new input is fetched: filters, pages, search. */
  keep?: boolean
  /** Milliseconds; only for data without pokes, such as the weather. */
  every?: number
}

/** One read. Refetches when a poke of the endpoint's topics arrives. */
export const useRead = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) => {
  learn(endpoint)
  const enabled = useAsked(endpoint, options.enabled)
  return useQuery<OutputOf<E>, ApiError>({
    queryKey: readKey(endpoint, input),
    queryFn: (context) => fetchRead(context, call(endpoint, input, { signal: context.signal })),
    enabled,
    ...(options.every && { refetchInterval: options.every, staleTime: options.every }),
    ...(options.keep && { placeholderData: keepPreviousData }),
  })
}

type Page = { items: readonly unknown[]; next: string | null }
type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: readonly (infer Item)[] } ? Item : never

const pageOf = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, after: string | null, signal?: AbortSignal) =>
  (await call(endpoint, after === null ? input : Object.assign({}, input, { after }), { signal })) as Page

const pagesKey = <E extends Endpoint>(endpoint: E, input: InputOf<E>): QueryKey => [endpoint.name, 'pages', input]

/** Every page of a list, for paper. `onCount` gets how many items there are so far. */
export const readEvery = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onCount: (count: number) => void,
  signal: AbortSignal,
): Promise<ItemOf<E>[]> => {
  const items: unknown[] = []
  for (let after: string | null = null, more = true; more; ) {
    const page: Page = await pageOf(endpoint, input, after, signal)
    items.push(...page.items)
    onCount(items.length)
    after = page.next
    more = after !== null
  }
  return items as ItemOf<E>[]
}

/** Reads before they are needed, for instance while the pointer is on the button that opens them. A failure is left to the real read. */
export const useReadAhead = () => {
  const client = useQueryClient()
  return useMemo(
    () => ({
      one: <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
        client.prefetchQuery({
          queryKey: readKey(endpoint, input),
          queryFn: (context) => fetchRead(context, call(endpoint, input, { signal: context.signal })),
        }),
      pages: <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
        client.prefetchInfiniteQuery({
          queryKey: pagesKey(endpoint, input),
          queryFn: (context) => fetchRead(context, pageOf(endpoint, input, context.pageParam, context.signal)),
          initialPageParam: null as string | null,
        }),
    }),
    [client],
  )
}

/** A list in keyset pages: the response is `{ items, next }`, the input takes `after`. */
export const useReadPages = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) => {
  learn(endpoint)
  const enabled = useAsked(endpoint, options.enabled)
  const query = useInfiniteQuery<Page, ApiError, InfiniteData<Page, string | null>, QueryKey, string | null>({
    queryKey: pagesKey(endpoint, input),
    queryFn: (context) => fetchRead(context, pageOf(endpoint, input, context.pageParam, context.signal)),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    enabled,
    ...(options.keep && { placeholderData: keepPreviousData }),
  })
  const pages = query.data?.pages
  // Keeps the same array while its contents are unchanged.
  const items = useMemo(() => pages?.flatMap((page) => page.items) as ItemOf<E>[] | undefined, [pages])
  return {
    ...query,
    items,
    /** The first page's full response, for totals beside the items. */
    first: pages?.[0] as OutputOf<E> | undefined,
    more: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  }
}

type WriteOptions = {
  /** Reads to refetch at once, by endpoint, besides those the live poke will name. */
  invalidates?: readonly Endpoint[]
  /** Resolves once those were read again, so that the next action sends the current version. */
  untilRead?: boolean
}

type Sent = { endpoint: Endpoint; input: unknown; key: string; part?: (() => Promise<object>) | undefined }

/** A part of the input that takes time to find out: a queued write is on the device before. */
type PartOf<E extends Endpoint> = () => Promise<Partial<InputOf<E>>>

/**
 * Shared state for the writes of one place, such as a table row with eight actions. The idempotency key belongs to the intent:
 * repeating the same input after a failure that may have reached the server sends the same key.
 */
export const useWrites = (options: WriteOptions = {}) => {
  const client = useQueryClient()
  const intent = useRef<{ key: string; of: string } | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { mutateAsync, isPending, error, reset } = useMutation<unknown, ApiError, Sent>({
    mutationFn: async ({ endpoint, input, key, part }) => {
      if ((endpoint.queued ?? endpoint.noted) !== undefined && storedFor() !== null) {
        const outbox = await import('./outbox-press.ts').catch(() => null)
        if (outbox) return outbox.press(endpoint, input as never, key, part as never)
      }
      if (isOffline()) throw new ApiError(0, { code: 'offline' })
      return call(endpoint, Object.assign({}, input, await part?.()) as never, { key, onProgress: setProgress })
    },
  })
  const { invalidates, untilRead } = options
  const run = useCallback(
    async <E extends Endpoint>(endpoint: E, input: InputOf<E>, part?: PartOf<E>): Promise<OutputOf<E>> => {
      const of = endpoint.upload ? crypto.randomUUID() : `${endpoint.name} ${JSON.stringify(input)}`
      if (intent.current?.of !== of) intent.current = { key: crypto.randomUUID(), of }
      const mine = intent.current
      // A later write keeps its own key.
      const settled = () => {
        if (intent.current === mine) intent.current = null
      }
      try {
        const output = await mutateAsync({ endpoint, input, key: mine.key, part })
        settled()
        const again = (invalidates ?? []).map((read) => client.invalidateQueries({ queryKey: [read.name] }))
        if (untilRead) await Promise.all(again)
        return output as OutputOf<E>
      } catch (failure) {
        if (!mayPass(failure)) settled()
        throw failure
      } finally {
        setProgress(null)
      }
    },
    [client, invalidates, untilRead, mutateAsync],
  )
  return { run, pending: isPending, error, progress, reset }
}

/** One write. `run` resolves with the output or throws `ApiError`. */
export const useWrite = <E extends Endpoint>(endpoint: E, options: WriteOptions = {}) => {
  const { run: send, ...rest } = useWrites(options)
  const run = useCallback(
    (input: InputOf<E>, part?: PartOf<E>): Promise<OutputOf<E>> => send(endpoint, input, part),
    [endpoint, send],
  )
  return { run, ...rest }
}
