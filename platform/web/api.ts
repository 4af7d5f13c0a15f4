import type { Endpoint, ErrorBody, InputOf, OutputOf } from '#platform/shared/endpoint.ts'

/** A call that was refused or did not arrive. `status` 0 means that no answer came: code `offline` or `unreachable`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly { field: string; message: string }[]
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string
  constructor(status: number, body: Partial<ErrorBody['error']> & { code: string }) {
    super(body.message ?? body.code)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.fields = body.fields ?? []
    this.details = body.details ?? {}
    this.request_id = body.request_id ?? ''
  }
}

export type Progress = { sent: number; total: number }
export type CallOptions = {
  /** The idempotency key of this intent, the same for every retry of it. Writes without one get a fresh one. */
  key?: string | undefined
  signal?: AbortSignal | undefined
  /** Uploads only: bytes sent of all. */
  onProgress?: ((progress: Progress) => void) | undefined
}

type Refused = (error: ApiError) => Promise<void>
let onRefused: Refused = async () => undefined
/** The application hears of every refusal once, here, before whoever made the call: a session that ended is noticed whichever call
 * met it, and the words of the refusal are there. */
export const listenForRefusals = (listener: Refused): void => {
  onRefused = listener
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Fills `:name` segments from the input and gives the rest of it back. */
export const fillPath = (path: string, input: unknown): { url: string; rest: Record<string, unknown> } => {
  const rest: Record<string, unknown> = isRecord(input) ? { ...input } : {}
  const url = path.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null) throw new Error(`${path}: the input has no "${name}"`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

const toQuery = (rest: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const one of value) query.append(name, String(one))
    else query.append(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const toForm = (rest: Record<string, unknown>): FormData => {
  const form = new FormData()
  // The file goes last, so that the server has read the fields when the bytes begin.
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'file' || value === undefined || value === null) continue
    form.append(name, isRecord(value) ? JSON.stringify(value) : String(value))
  }
  if (rest.file instanceof Blob) form.append('file', rest.file, rest.file instanceof File ? rest.file.name : 'file')
  return form
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const toError = (status: number, text: string): ApiError => {
  const body = parse(text)
  const error = isRecord(body) && isRecord(body.error) ? body.error : null
  if (error && typeof error.code === 'string')
    return new ApiError(status, error as Partial<ErrorBody['error']> & { code: string })
  return new ApiError(status, {
    code: status === 413 ? 'too_large' : status === 429 ? 'too_many' : status === 503 ? 'busy' : 'internal',
  })
}

const unreachable = () => new ApiError(0, { code: navigator.onLine ? 'unreachable' : 'offline' })

type Answer = { status: number; text: string }

const send = async (url: string, init: RequestInit): Promise<Answer> => {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', cache: 'no-store' })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable()
  }
}

/** `fetch` does not tell how much of a body was sent; the older request object does. */
const sendFile = (url: string, key: string, body: FormData, options: CallOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = (event) => options.onProgress?.({ sent: event.loaded, total: event.total })
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

/** Makes one call. Throws `ApiError` for everything that is not a 2xx answer. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> => {
  const { url, rest } = fillPath(endpoint.path, input)
  const signal = options.signal ?? null
  const key = options.key ?? crypto.randomUUID()
  const headers = { accept: 'application/json' }
  let answer: Answer
  if (endpoint.method === 'GET') answer = await send(url + toQuery(rest), { headers, signal })
  else if (endpoint.upload) answer = await sendFile(url, key, toForm(rest), options)
  else
    answer = await send(url, {
      method: endpoint.method,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(rest),
      signal,
    })
  if (answer.status >= 200 && answer.status < 300) return parse(answer.text) as OutputOf<E>
  const error = toError(answer.status, answer.text)
  await onRefused(error)
  throw error
}

/** The answer of an endpoint that streams a file, with its body still to come. Breaks off with `ApiError` like any call. */
export const openFile = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
): Promise<Response> => {
  const { url, rest } = fillPath(endpoint.path, input)
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rest),
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw unreachable()
  })
  if (response.ok) return response
  const error = toError(response.status, await response.text())
  await onRefused(error)
  throw error
}

/** A failure that the same call may survive when it is made again: no answer, or the server's own trouble. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.code !== 'offline'
