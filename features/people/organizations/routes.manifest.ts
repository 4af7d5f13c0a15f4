import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/db.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import { paths } from '#platform/shared/paths.ts'
import type { PublicOrganization } from './contract.ts'
import { readPublic } from './store.there.ts'

const path = '/manifest.webmanifest'
export const manifestCall = `GET ${path}`

/** The first color a phone shows while the application opens: the canvas of the dark theme. */
const canvas = '#0d1017'
const icon = (file: string, sizes: string, purpose: string) => ({
  src: `/icons/${file}.png`,
  sizes,
  purpose,
  type: 'image/png',
})

/** One application for all departments of a person, with the name and color of the department it was installed from. */
const manifestOf = (product: string, organization: Pick<PublicOrganization, 'name' | 'primary_color'> | null) => ({
  id: paths.app(),
  name: organization ? `${organization.name} · ${product}` : product,
  short_name: product,
  description: 'Overtime and extra-duty shifts for police and security departments',
  lang: 'en-US',
  start_url: paths.app(),
  scope: '/',
  display: 'standalone',
  theme_color: organization?.primary_color ?? DEFAULT_COLOR,
  background_color: canvas,
  icons: [
    icon('192', '192x192', 'any'),
    icon('512', '512x512', 'any'),
    icon('maskable', '512x512', 'maskable'),
    { src: '/icon.svg', sizes: 'any', purpose: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Check in', url: paths.officerDashboard(), icons: [icon('192', '192x192', 'any')] },
    { name: 'Available Jobs', url: paths.officerAssignments(), icons: [icon('192', '192x192', 'any')] },
  ],
})

/** Serves the manifest; `?agency=` names the department. Shows no more of it than its sign-in page does. */
export const mountManifest = (app: FastifyInstance, database: Database, product: string): void => {
  app.get<{ Querystring: { agency?: unknown } }>(path, async (request, reply) => {
    const organization = await readPublic(database, request.query.agency)
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(product, organization)))
  })
}
