import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { openFile } from './api.ts'

/** Hands a file to the browser's own downloads. */
export const keepFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The download has its own hold on the bytes once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** What an answer carries in base64. */
export const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Makes the call of an export, waits for its whole file and saves it under the name that the server gave it; throws `ApiError`. */
export const saveExport = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
  onBegun: () => void = () => undefined,
): Promise<string> => {
  const response = await openFile(endpoint, input, signal)
  onBegun()
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export'
  // A blob, not an array: the browser may keep it on disk.
  keepFile(await response.blob(), name)
  return name
}
