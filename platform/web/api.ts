import {
  type Endpoint,
  type ErrorBody,
  type InputOf,
  type OutputOf,
  signedOutHeader,
} from '#platform/shared/endpoint.ts'
import { leaveFirst, takeFirst } from './first-reads.ts'

/** A call that was refused or got no response. `status` 0 means no response: code `offline` or `unreachable`. */
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
  /** The idempotency key of this intent, the same for all its retries. Writes without one get a new one. */
  key?: string | undefined
  signal?: AbortSignal | undefined
  /** Uploads only: bytes sent and the total. */
  onProgress?: ((progress: Progress) => void) | undefined
}

type Refused = (error: ApiError) => Promise<void>
let onRefused: Refused = async () => undefined
/**
 * Tells the application about every refusal, before the caller hears of it: an ended session is noticed whichever call hits it,
 * and the refusal's messages are loaded.
 */
export const listenForRefusals = (listener: Refused): void => {
  onRefused = listener
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Fills `:name` segments from the input and returns the remaining input. */
export const fillPath = (path: string, input: unknown): { url: string; rest: Record<string, unknown> } => {
  const rest: Record<string, unknown> = isRecord(input) ? { ...input } : {}
  const url = path.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null) throw new Error(`${path}: no ${name}`)
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
    else query.append(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

const toForm = (rest: Record<string, unknown>): FormData => {
  const form = new FormData()
  // The file goes last, so that the server has read the fields when its bytes arrive.
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'file' || value === undefined || value === null) continue
    form.append(name, isRecord(value) ? JSON.stringify(value) : String(value))
  }
  if (rest.file instanceof Blob) form.append('file', rest.file, rest.file instanceof File ? rest.file.name : 'file')
  return form
}

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const toError = (status: number, body: unknown): ApiError => {
  const error = (body as Partial<ErrorBody> | null)?.error
  if (typeof error?.code === 'string') return new ApiError(status, error)
  return new ApiError(status, {
    code: status === 413 ? 'too_large' : status === 503 ? 'busy' : 'internal',
  })
}

/** The response that replaces a 401 when the browser sends `signedOutHeader`. */
const signedOut = (body: Record<string, unknown> | null): ApiError | null =>
  body?.signed_out
    ? new ApiError(401, { code: 'not_signed_in', details: { ended: body.ended, now_at: body.now_at } })
    : null

/** A write that was under way when the connection went may have arrived: it must not say that nothing was sent. */
const unreachable = (mayHaveArrived = false, details = {}) =>
  new ApiError(0, { code: mayHaveArrived || navigator.onLine ? 'unreachable' : 'offline', details })

/** An aborted call stays aborted; any other failure means that no answer came. */
export const lost = (error: unknown, mayHaveArrived = false): never => {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw unreachable(mayHaveArrived)
}
export const refuse = async (error: ApiError): Promise<never> => {
  await onRefused(error)
  throw error
}

/** `id`: of the request, a UUID, which only our server gives. */
type Answer = { status: number; text: string; id: string | null }

export const send = async (url: string, init: RequestInit): Promise<Answer> => {
  // Reads name no method.
  if (init.method) leaveFirst()
  const first = takeFirst(url)
  if (first) return first
  try {
    const response = await fetch(url, { ...init, cache: 'no-store' })
    return { status: response.status, text: await response.text(), id: response.headers.get('x-request-id') }
  } catch (error) {
    return lost(error, init.method !== undefined)
  }
}

/** What a network in between says, such as a hotel's, is no answer: the server has not heard of the call. Its 401 ends no session. */
export const bodyOf = ({ id, text }: Answer): Record<string, unknown> => {
  const body = parse(text)
  // A proxy may add an id of its own to ours.
  if (/[\da-f-]{36}/.test(String(id)) && isRecord(body)) return body
  throw unreachable(true, { foreign: true })
}

/** `fetch` does not report upload progress; XMLHttpRequest does. */
const sendFile = (url: string, key: string, body: FormData, options: CallOptions): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = (event) => options.onProgress?.({ sent: event.loaded, total: event.total })
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        id: request.getResponseHeader('x-request-id'),
      })
    request.onerror = () => reject(unreachable(true))
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })

/** Writes under way, and how many were answered. */
const writing = new Set<Promise<Answer>>()
let written = 0
const write = async (sent: Promise<Answer>): Promise<Answer> => {
  writing.add(sent)
  try {
    return await sent
  } finally {
    writing.delete(sent)
    written += 1
  }
}

const isSignedOut = ({ status, text }: Answer): boolean => {
  if (status === 401) return true
  const body = text.includes('signed_out') ? parse(text) : null
  return isRecord(body) && body.signed_out === true
}

/**
 * Proving a second factor gives the session a new secret, and a read that was under way then carries the old one. If a write overlapped
 * with a read that finds no session, the read is made once more after it, with the cookie that the write may have set.
 */
const read = async (url: string, init: RequestInit): Promise<Answer> => {
  const before = written
  const answer = await send(url, init)
  if (!isSignedOut(answer) || (writing.size === 0 && written === before)) return answer
  await Promise.allSettled(writing)
  return send(url, init)
}

/** Makes one call. Throws `ApiError` for any response that is not 2xx. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> => {
  const { url, rest } = fillPath(endpoint.path, input)
  const signal = options.signal ?? null
  const key = options.key ?? crypto.randomUUID()
  const headers = { accept: 'application/json', ...(endpoint.answersSignedOut && { [signedOutHeader]: '1' }) }
  let answer: Answer
  if (endpoint.method === 'GET') answer = await read(url + toQuery(rest), { headers, signal })
  else if (endpoint.upload) answer = await write(sendFile(url, key, toForm(rest), options))
  else
    answer = await write(
      send(url, {
        method: endpoint.method,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(rest),
        signal,
      }),
    )
  // A proxy may refuse what is too large.
  const body = answer.status === 413 ? null : bodyOf(answer)
  const error = answer.status < 300 ? endpoint.answersSignedOut && signedOut(body) : toError(answer.status, body)
  return error ? refuse(error) : (body as OutputOf<E>)
}

const notTwice = new Set(['offline', 'saved'])
/** Nothing failed: it is saved on the device and sent later. */
export const isSaved = (error: unknown): boolean => error instanceof ApiError && error.code === 'saved'

/** A failure that may pass on retry: no response, or a server error. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status || 500) >= 500 && !notTwice.has(error.code)

/** No answer, or a server that fails or is too busy: nothing is decided. */
export const isUndecided = (error: unknown): boolean =>
  error instanceof ApiError && ((error.status || 500) >= 500 || error.status === 429)
