import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { native } from './native-app.ts'
import { openFile } from './open-file.ts'

/** Saves a file through the browser's downloads; the native app has none and opens the phone's share sheet. */
export const keepFile = async (blob: Blob, name: string): Promise<void> => {
  if (native.app) return native.app.keepFile(blob, name)
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Once started, the download keeps its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE)
}

/** Decodes base64 from a response. */
export const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Makes an export call, waits for the complete file and saves it under the server's file name; throws `ApiError`. */
export const saveExport = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
  onBegun: () => void = () => undefined,
): Promise<string> => {
  const response = await openFile(endpoint, input, signal)
  onBegun()
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export'
  // A blob rather than an array, so that the browser can keep it on disk.
  await keepFile(await response.blob(), name)
  return name
}
