import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Endpoint, InputOf, OutputOf, Topic } from '#platform/shared/endpoint.ts'
import { ApiError, call, mayPass, type Progress } from './api.ts'

const nameIn = (key: QueryKey): string => String(key[0])
/** Which topics make which read stale: learnt when a read is first made, asked when a poke arrives. */
const topicsOf = new Map<string, readonly Topic[]>()
const vendors = new Set<string>()
/** Whether it was read from the vendor's own side, of no department that was looked into. */
export const isVendors = (key: QueryKey): boolean => vendors.has(nameIn(key))
export const learn = (endpoint: Endpoint): void => {
  topicsOf.set(endpoint.name, endpoint.topics ?? [])
  if (endpoint.who === 'super_admin') vendors.add(endpoint.name)
}

export const STALE_MS = 300_000
/** Specification section 7: stale after 5 minutes, kept 30, no refetch on focus, refetch on reconnect, 3 retries but for 4xx. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: 1_800_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'offlineFirst',
        retry: (failures, error) => failures < 3 && mayPass(error),
        retryDelay: (failures) => Math.min(400 * 2 ** failures, 4000),
      },
      mutations: { networkMode: 'always', retry: (failures, error) => failures < 1 && mayPass(error), retryDelay: 600 },
    },
  })

/** Marks every read that follows one of the topics as stale, and makes those on screen again. */
export const invalidateTopics = (client: QueryClient, topics: ReadonlySet<string>): Promise<void> =>
  client.invalidateQueries({
    predicate: (query) => topicsOf.get(nameIn(query.queryKey))?.some((topic) => topics.has(topic)) ?? false,
  })

export const readKey = <E extends Endpoint>(endpoint: E, input: InputOf<E>): QueryKey => [endpoint.name, input]

type ReadOptions = {
  /** False waits (an input that is not known yet). */
  enabled?: boolean
  /** Keeps the last answer on screen while another input's is fetched: filters, pages, search. */
  keep?: boolean
  /** Milliseconds; only for what no poke tells of, such as the weather. */
  every?: number
}

/** One read. Asks again by itself when a poke of the endpoint's topics arrives. */
export const useRead = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) => {
  learn(endpoint)
  return useQuery<OutputOf<E>, ApiError>({
    queryKey: readKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.every === undefined ? {} : { refetchInterval: options.every, staleTime: options.every }),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
}

type Page = { items: readonly unknown[]; next: string | null }
type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: readonly (infer Item)[] } ? Item : never

/** A list by keyset pages: the answer is `{ items, next }`, the input takes `after`. */
export const useReadPages = <E extends Endpoint>(endpoint: E, input: InputOf<E>, options: ReadOptions = {}) => {
  learn(endpoint)
  const query = useInfiniteQuery<Page, ApiError, InfiniteData<Page, string | null>, QueryKey, string | null>({
    queryKey: [endpoint.name, 'pages', input],
    queryFn: async ({ signal, pageParam }) => {
      const at = pageParam === null ? input : Object.assign({}, input, { after: pageParam })
      return (await call(endpoint, at, { signal })) as Page
    },
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    enabled: options.enabled ?? true,
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  })
  const pages = query.data?.pages
  // The same list as long as it holds the same.
  const items = useMemo(() => pages?.flatMap((page) => page.items) as ItemOf<E>[] | undefined, [pages])
  return {
    ...query,
    items,
    /** The first page's answer whole, for totals beside the items. */
    first: pages?.[0] as OutputOf<E> | undefined,
    more: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  }
}

type WriteOptions = {
  /** Reads to make again at once, by endpoint, beside those that the live poke will name. */
  invalidates?: readonly Endpoint[]
}

type Sent = { endpoint: Endpoint; input: unknown; key: string }

/** Writes of one place: a row of a table with eight of them keeps one. The idempotency key belongs to the intent:
 * pressing again with the same input after a failure that may have arrived sends the same key. */
export const useWrites = (options: WriteOptions = {}) => {
  const client = useQueryClient()
  const intent = useRef<{ key: string; of: string } | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { mutateAsync, isPending, error, reset } = useMutation<unknown, ApiError, Sent>({
    mutationFn: ({ endpoint, input, key }) => {
      if (!navigator.onLine) throw new ApiError(0, { code: 'offline' })
      return call(endpoint, input as never, { key, onProgress: setProgress })
    },
  })
  const invalidates = options.invalidates
  const run = useCallback(
    async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> => {
      const of = endpoint.upload ? crypto.randomUUID() : `${endpoint.name} ${JSON.stringify(input)}`
      if (intent.current?.of !== of) intent.current = { key: crypto.randomUUID(), of }
      const mine = intent.current
      // What was pressed after it keeps its own key.
      const settled = () => {
        if (intent.current === mine) intent.current = null
      }
      try {
        const output = await mutateAsync({ endpoint, input, key: mine.key })
        settled()
        for (const read of invalidates ?? []) void client.invalidateQueries({ queryKey: [read.name] })
        return output as OutputOf<E>
      } catch (failure) {
        if (!mayPass(failure)) settled()
        throw failure
      } finally {
        setProgress(null)
      }
    },
    [client, invalidates, mutateAsync],
  )
  return { run, pending: isPending, error, progress, reset }
}

/** One write. `run` resolves with the output or throws `ApiError`. */
export const useWrite = <E extends Endpoint>(endpoint: E, options: WriteOptions = {}) => {
  const { run: send, ...rest } = useWrites(options)
  const run = useCallback((input: InputOf<E>): Promise<OutputOf<E>> => send(endpoint, input), [endpoint, send])
  return { run, ...rest }
}
