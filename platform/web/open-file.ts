import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { fillPath, lost, parse, refuse, toError } from './api.ts'

/** The response of an endpoint that streams a file, with its body still to come. Throws `ApiError` like any call. */
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
    cache: 'no-store',
    signal,
  }).catch((error: unknown) => lost(error))
  return response.ok ? response : refuse(toError(response.status, parse(await response.text())))
}
