import type { FastifyRequest } from 'fastify'
import { type FirstRead, firstReadsId } from '#platform/shared/first-reads.ts'

/** What takes them out of the page, before anything else runs. */
const reader = '<script src="/before-paint.js">'
/** A page that waits for longer than this, in milliseconds, is sent without them. */
const answersWithin = 500

/** The page's own conditions are not those of its reads. */
const headersOf = ({ headers }: FastifyRequest) => {
  const { 'accept-encoding': _packed, 'if-none-match': _known, 'if-modified-since': _since, ...rest } = headers
  return { ...rest, accept: 'application/json' }
}

/**
 * The application's page with the answers to the reads that its screen makes first: on a slow line, each of them would take another round
 * trip. They are made as the browser would make them, with its cookie. One that is refused, or late, is left to the browser; null if all are.
 */
export const withFirstReads = async (
  request: FastifyRequest,
  urls: readonly string[],
  page: string,
): Promise<string | null> => {
  const read = async (url: string) => {
    const headers = headersOf(request)
    const { remoteAddress = '' } = request.socket
    const answer = await request.server.inject({ method: 'GET', url, headers, remoteAddress })
    const id = String(answer.headers['x-request-id'])
    const { statusCode: status, payload: text } = answer
    return status === 200 ? ([url, { status, text, id }] as const) : null
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, answersWithin, null)
  })
  const all = Promise.all(urls.map(read)).catch(() => null)
  const found = await Promise.race([all, late]).finally(() => clearTimeout(timer))
  const reads = (found ?? []).filter((one) => one !== null)
  if (reads.length === 0) return null
  const json = JSON.stringify(reads satisfies (readonly [string, FirstRead])[]).replaceAll('<', '\\u003c')
  return page.replace(reader, () => `<script type="application/json" id="${firstReadsId}">${json}</script>${reader}`)
}
