import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Pair = { key: string; value: Value }
type Exported = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Pair[]
  status: { code: number; message?: string }
}
type Body = { resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: Exported[] }[] }[] }

export type CollectedSpan = {
  trace: string
  id: string
  /** null: it begins its trace. */
  parent: string | null
  name: string
  /** 1: internal, 2: server, 3: client. */
  kind: number
  labels: Record<string, unknown>
  failed: boolean
}

const labelsOf = (pairs: readonly Pair[]) =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]))

const spanOf = ({ traceId, spanId, parentSpanId, name, kind, attributes, status }: Exported): CollectedSpan => ({
  ...{ trace: traceId, id: spanId, parent: parentSpanId ?? null, name, kind },
  labels: labelsOf(attributes),
  failed: status.code === 2,
})

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...stringsIn(one)])
}

/** A collector of OpenTelemetry on this machine, which takes traces as JSON over HTTP. */
export const startCollector = async (port = 0) => {
  const spans: CollectedSpan[] = []
  const bodies: Body[] = []
  const asked: { url: string; headers: Record<string, unknown> }[] = []
  /** What it answers. */
  const answer = { status: 200 }
  /** Answers that wait; null: each is given at once. */
  let held: (() => void)[] | null = null
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers })
      if (answer.status === 200) {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Body
        bodies.push(body)
        const all = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
        spans.push(...all.map(spanOf))
      }
      const say = () => response.writeHead(answer.status, { 'content-type': 'application/json' }).end('{}')
      if (held) held.push(say)
      else say()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    ...{ spans, asked, answer },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What the spans are of. */
    resources: () =>
      bodies.flatMap(({ resourceSpans }) => resourceSpans.map((one) => labelsOf(one.resource.attributes))),
    /** Every string that came, keys included. */
    strings: () => bodies.flatMap(stringsIn),
    /** From now on it takes what comes and is silent. */
    hold: () => {
      held = []
    },
    release: () => {
      for (const say of held ?? []) say()
      held = null
    },
    clear: () => {
      for (const list of [spans, bodies, asked]) list.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Collector = Awaited<ReturnType<typeof startCollector>>

/** Runs the work with these settings in the environment, which the SDK reads when it starts. */
export const withSettings = <T>(settings: Readonly<Record<string, string>>, work: () => T): T => {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, settings)
  try {
    return work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
