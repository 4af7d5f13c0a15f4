import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/db.ts'
import { enterForFile, findLogoFile } from './store.ts'

const path = '/api/public/logos/:organization/:file'
export const logoCall = `GET ${path}`

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const file = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(webp|png)$/

/** Serves a logo's bytes at an address whose content never changes: cacheable forever, never executed, embeddable anywhere. */
export const mountLogos = (app: FastifyInstance, database: Database): void => {
  app.get<{ Params: { organization: string; file: string } }>(path, async (request, reply) => {
    const [, logo = '', form] = file.exec(request.params.file) ?? []
    if (!id.test(request.params.organization) || logo === '') return reply.callNotFound()
    const isPng = form === 'png'
    const [found] = await database.read<{ bytes: Buffer }>(
      enterForFile,
      findLogoFile(request.params.organization, logo, isPng ? 'png' : 'webp'),
    )
    if (!found) return reply.callNotFound()
    return (
      reply
        .type(isPng ? 'image/png' : 'image/webp')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        // Webmail displays it on another site's page.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-disposition', `inline; filename="logo.${isPng ? 'png' : 'webp'}"`)
        .send(found.bytes)
    )
  })
}
