import type { FastifyInstance } from 'fastify'

/**
 * The two files by which Apple and Google learn that the native app may open this server's addresses. `browserOnly` are the paths
 * that iOS leaves to the browser; Android has no such list, so the app hands them over (apps/web/native).
 */
export const mountAppLinks = (
  app: FastifyInstance,
  apps: { iosApp: string | null; androidApp: { name: string; certificates: readonly string[] } | null },
  browserOnly: readonly string[],
): void => {
  const { iosApp, androidApp } = apps
  const serve = (path: string, body: unknown) =>
    app.get(path, (_request, reply) =>
      reply.type('application/json').header('cache-control', 'public, max-age=3600').send(JSON.stringify(body)),
    )
  if (iosApp) {
    const components = [...browserOnly.map((path) => ({ '/': path, exclude: true })), { '/': '/*' }]
    serve('/.well-known/apple-app-site-association', { applinks: { details: [{ appIDs: [iosApp], components }] } })
  }
  if (androidApp)
    serve('/.well-known/assetlinks.json', [
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: androidApp.name,
          sha256_cert_fingerprints: androidApp.certificates,
        },
      },
    ])
}
