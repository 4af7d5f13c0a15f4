import type { FastifyReply } from 'fastify'
import { mapTiles, tileOrigins } from './map-tiles.ts'

/** The page's policy; a page with a style of its own names it by its hash. Map images come from the configured tile server. */
export const contentPolicy = (style = ''): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${style}`.trim(),
    ["img-src 'self' data: blob:", ...tileOrigins(mapTiles().url)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
let policy: { of: string | null; text: string } | null = null
/** Made once for each setting of the map. */
const usualPolicy = (): string => {
  const of = mapTiles().url
  if (policy?.of !== of) policy = { of, text: contentPolicy() }
  return policy?.text ?? contentPolicy()
}

/** On every response, including errors. */
export const securityHeaders = (reply: FastifyReply, origin: string): void => {
  reply.header('content-security-policy', usualPolicy())
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'same-origin')
  reply.header('x-frame-options', 'DENY')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('permissions-policy', 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()')
  if (origin.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
