import { browserIdHeader, sessionHeader } from '#platform/shared/native-app.ts'
import { ready } from './lock.ts'
import { keepSecret, secretNow } from './vault.ts'

/**
 * Calls reach the server, with the session's secret in a header. The application makes them by path, as to the server that a browser
 * has its page from; here `fetch` and `XMLHttpRequest` add the server, so that a browser's first load carries nothing for it.
 */
const isCall = (url: unknown): url is string => typeof url === 'string' && url.startsWith('/api/')

const makeBrowserId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
const browserId = makeBrowserId()

const proof = async (): Promise<Record<string, string>> => {
  await ready()
  const secret = secretNow()
  return { [browserIdHeader]: browserId, ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) }
}

const reachByFetch = (origin: string): void => {
  const plain = globalThis.fetch
  globalThis.fetch = async (url, init = {}) => {
    if (!isCall(url)) return plain(url, init)
    const headers = { ...(init.headers as Record<string, string>), ...(await proof()) }
    const before = secretNow()
    // A redirect could lead elsewhere.
    const response = await plain(origin + url, { ...init, headers, credentials: 'omit', redirect: 'error' })
    const given = response.headers.get(sessionHeader)
    // A late answer to an earlier session changes nothing.
    if (given !== null && secretNow() === before) await keepSecret(given === '' ? null : given)
    return response
  }
}

/** Uploads, which `fetch` does not report the progress of. No upload begins or ends a session. */
const reachByRequest = (origin: string): void => {
  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    private call = false
    override open(method: string, url: string | URL): void {
      this.call = isCall(url)
      super.open(method, this.call ? origin + url : url)
    }
    override send(body?: XMLHttpRequestBodyInit | null): void {
      if (!this.call) super.send(body)
      else
        void proof().then((proven) => {
          for (const [name, value] of Object.entries(proven)) this.setRequestHeader(name, value)
          super.send(body)
        })
    }
  }
}

export const reachServer = (origin: string): void => {
  reachByFetch(origin)
  reachByRequest(origin)
}
