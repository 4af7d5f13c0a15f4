import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Endpoint, ErrorBody } from '#platform/shared/endpoint.ts'
import { unzip } from './testing.zip.ts'

/** A call's response: `ok` with a body of its schema, or the error's code and body. */
export type Answer<E extends Endpoint> = {
  status: number
  headers: Headers
  body: z.output<E['output']>
  error: ErrorBody['error'] | null
}

const textOf = (file: Buffer): string =>
  file.subarray(0, 2).toString() === 'PK' ? [...unzip(file).values()].join('\n') : file.toString()

type More = {
  key?: string
  headers?: Record<string, string>
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> }
}
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  as: { secret: string } | null,
  more?: More,
) => Promise<Answer<E>>

/** The URL and body of a call: path fields, then the query or the JSON body. */
const requestOf = (base: string, endpoint: Endpoint, input: Record<string, unknown>, more: More) => {
  const rest = { ...input }
  const path = endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value).toWellFormed())
  })
  if (endpoint.method === 'GET') {
    const query = Object.entries(rest)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]): [string, string] => [k, String(v)])
    return { url: base + path + (query.length > 0 ? `?${new URLSearchParams(query)}` : ''), headers: {} }
  }
  const key = { 'idempotency-key': more.key ?? randomUUID() }
  if (!endpoint.upload)
    return { url: base + path, headers: { ...key, 'content-type': 'application/json' }, body: JSON.stringify(rest) }
  const body = new FormData()
  for (const [k, v] of Object.entries(rest)) body.set(k, typeof v === 'string' ? v : JSON.stringify(v))
  if (more.file) body.set('file', new Blob([more.file.bytes]), more.file.name)
  return { url: base + path, headers: key, body }
}

/** Makes the call over HTTP as the person (null: anonymous), like a browser at this origin. */
export const callOf = async <E extends Endpoint>(
  base: string,
  endpoint: E,
  input: z.input<E['input']>,
  as: { secret: string } | null,
  more: More = {},
): Promise<Answer<E>> => {
  const { url, headers: own, body } = requestOf(base, endpoint, { ...(input as Record<string, unknown>) }, more)
  // The test's headers override the defaults, except content type and key, which belong to the body.
  const headers: Record<string, string> = {
    origin: base,
    ...(as ? { cookie: `watchbill=${as.secret}` } : {}),
    ...more.headers,
    ...own,
  }
  const response = await fetch(url, { method: endpoint.method, headers, ...(body === undefined ? {} : { body }) })
  const bytes = Buffer.from(await response.arrayBuffer())
  // Includes the file's text, so that tests that search responses search it too.
  const answer = endpoint.file && response.ok ? { text: textOf(bytes) } : JSON.parse(bytes.toString())
  return {
    status: response.status,
    headers: response.headers,
    body: answer,
    error: response.ok ? null : answer.error,
  }
}
