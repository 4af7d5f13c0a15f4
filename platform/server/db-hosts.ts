import pg from 'pg'
import { cutConnection } from './db-deadline.ts'

/**
 * A database on several hosts, one of which takes writes at a time: `postgres://user:password@a:5432,b:5432/name`, or
 * `?host=/folder/a,/folder/b`, as libpq reads them. Everything connects to the host that takes writes, and looks for it again when
 * a connection is lost or refused there.
 */
const authority = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is

type Parts = { before: string; hosts: string[]; after: string }
const partsOf = (url: string): Parts | null => {
  const found = authority.exec(url)
  return found ? { before: found[1] ?? '', hosts: (found[2] ?? '').split(','), after: found[3] ?? '' } : null
}

/** One URL per host; the URL itself if it names only one. */
export const hostUrls = (url: string): string[] => {
  const parts = partsOf(url)
  if (!parts) return [url]
  if (parts.hosts.length > 1) return parts.hosts.map((host) => `${parts.before}${host}${parts.after}`)
  if (!URL.canParse(url)) return [url]
  const hosts = new URL(url).searchParams.get('host')?.split(',') ?? []
  if (hosts.length < 2) return [url]
  return hosts.map((host) => {
    const one = new URL(url)
    one.searchParams.set('host', host)
    return one.href
  })
}

/** Changes user, password or query of a URL that may name several hosts. */
export const editUrl = (url: string, edit: (one: URL) => void): string => {
  const parts = partsOf(url)
  const several = parts !== null && parts.hosts.length > 1
  const one = new URL(several ? `${parts.before}${parts.hosts[0]}${parts.after}` : url)
  edit(one)
  const changed = partsOf(one.href)
  return several && changed ? `${changed.before}${parts.hosts.join(',')}${changed.after}` : one.href
}

/** The URL of one host, with the user and the password of another URL. */
export const asUserOf = (host: string, other: string): string => {
  const from = new URL(hostUrls(other)[0] ?? other)
  const user = from.searchParams.get('user') ?? decodeURIComponent(from.username)
  const password = from.searchParams.get('password') ?? decodeURIComponent(from.password)
  const url = new URL(host)
  // The query is used before the user in front of the host, which a socket's URL does not have.
  url.searchParams.set('user', user)
  url.searchParams.set('password', password)
  return url.href
}

const probeMs = 2_000

/** `timeline`: eight hexadecimal digits, higher after each promotion. */
export type Writable = { url: string; timeline: string }

/** null: it does not answer, or takes no writes. */
const probe = async (url: string): Promise<Writable | null> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'watchbill host probe',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      'select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline',
    )
    const timeline = rows[0]?.timeline
    return timeline ? { url, timeline } : null
  } catch {
    return null
  } finally {
    // A frozen host would never answer the goodbye.
    void client.end().catch(() => undefined)
  }
}

/**
 * The host that takes writes; null if none does. Of two, the one on the newer timeline: the other was replaced and does not know
 * it yet.
 */
const findWritable = async (urls: readonly string[]): Promise<Writable | null> => {
  const found = (await Promise.all(urls.map(probe))).filter((one) => one !== null)
  return found.toSorted((a, b) => (a.timeline < b.timeline ? 1 : a.timeline > b.timeline ? -1 : 0))[0] ?? null
}

/** For a client of its own: the URL of the host that takes writes, or the first if none does, whose refusal then says why. */
export const writableUrl = async (url: string): Promise<string> => {
  const urls = hostUrls(url)
  const [first = url] = urls
  return urls.length === 1 ? first : ((await findWritable(urls))?.url ?? first)
}

/** No host takes writes at the moment. */
export class NoWritableHost extends Error {
  readonly code = 'ECONNREFUSED'
  constructor() {
    super('no host of the database takes writes')
  }
}

/** Which host takes writes, as far as a pool knows. */
export type Finder = {
  /** Looks only if it is not known; all who ask meanwhile share one look. Throws NoWritableHost. */
  find: () => Promise<string>
  /** A connection to this host was lost, refused or read-only: the next one looks again. */
  doubt: (url: string) => void
  /**
   * Something takes suspiciously long there: looks in the background whether another host has taken its place. A primary that lost its
   * standbys goes on, and only its commits never end.
   */
  suspect: (url: string) => void
  known: () => string | null
}

export type FinderTold = {
  /** A host that was known was found replaced while it seemed well. */
  replaced?: (url: string) => void
  /**
   * A host that had been replaced takes writes again: what was acknowledged since is missing there, and the other hosts drop it when
   * they follow. No arrangement of hosts may do this; one did (docs/decisions/0295).
   */
  older?: (now: Writable, newest: string) => void
}

export const createFinder = (urls: readonly string[], look = findWritable, told: FinderTold = {}): Finder => {
  let known: string | null = null
  let newest = ''
  let looking: Promise<string> | null = null
  let suspecting = false
  const know = (found: Writable): string => {
    if (found.timeline < newest) told.older?.(found, newest)
    newest = found.timeline
    known = found.url
    return found.url
  }
  const start = async () => {
    const found = await look(urls)
    if (found === null) throw new NoWritableHost()
    return know(found)
  }
  return {
    find: async () => {
      if (known !== null) return known
      looking ??= start().finally(() => {
        looking = null
      })
      return looking
    },
    doubt: (url) => {
      if (known === url) known = null
    },
    suspect: (url) => {
      if (suspecting || known !== url) return
      suspecting = true
      void look(urls)
        .then((found) => {
          if (found === null || found.url === url || known !== url) return
          know(found)
          told.replaced?.(url)
        })
        .catch(() => undefined)
        .finally(() => {
          suspecting = false
        })
    },
    known: () => known,
  }
}

type Settings = pg.PoolConfig & { connectionString: string }
/** What pg keeps of an address until it connects. */
type Address = { host: string; port: number }

type Hosted = pg.Client & { hostUrl: string | null }

/** A client that goes to the host that takes writes at the moment of connecting; `open` are those that are connected. */
const hostedClient = (finder: Finder, open: Set<Hosted>) =>
  class extends pg.Client {
    /** The host it is connected to. */
    hostUrl: string | null = null
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = this.#connectToFound()
      if (!callback) return connected
      connected.then(
        () => callback(null as unknown as Error),
        (error: Error) => callback(error),
      )
      return undefined
    }
    async #connectToFound(): Promise<this> {
      const url = await finder.find()
      this.hostUrl = url
      const { host, port } = new pg.Client({ connectionString: url }) as unknown as Address
      Object.assign(this, { host, port } satisfies Address)
      open.add(this)
      this.once('end', () => {
        open.delete(this)
        finder.doubt(url)
      })
      try {
        await super.connect()
        return this
      } catch (error) {
        finder.doubt(url)
        throw error
      }
    }
  }

/** Whether the client is connected to a host that no longer takes writes, as far as is known. */
export const isElsewhere = (client: object, finder: Finder | null): boolean =>
  finder !== null && 'hostUrl' in client && finder.known() !== null && client.hostUrl !== finder.known()

export type HostPool = { pool: pg.Pool; finder: Finder | null }

const hostOf = (client: object): string | null =>
  'hostUrl' in client && typeof client.hostUrl === 'string' ? client.hostUrl : null
/** The next connection looks for the host that takes writes again. */
export const doubtHostOf = (client: object, finder: Finder): void => {
  const url = hostOf(client)
  if (url) finder.doubt(url)
}
/** Connections to its host are cut if another one has taken its place. */
export const suspectHostOf = (client: object, finder: Finder | null): void => {
  const url = hostOf(client)
  if (url) finder?.suspect(url)
}

/** A pool on one host, or on whichever of several takes writes. */
export const openHostPool = (settings: Settings, older?: FinderTold['older']): HostPool => {
  const urls = hostUrls(settings.connectionString)
  const [first = settings.connectionString] = urls
  if (urls.length === 1) return { pool: new pg.Pool(settings), finder: null }
  const open = new Set<Hosted>()
  const replaced = (url: string) => {
    for (const client of open) if (client.hostUrl === url) cutConnection(client)
  }
  const finder = createFinder(urls, findWritable, { replaced, ...(older && { older }) })
  const Client = hostedClient(finder, open)
  const pool = new pg.Pool({ ...settings, connectionString: first, Client } as pg.PoolConfig)
  return { pool, finder }
}
