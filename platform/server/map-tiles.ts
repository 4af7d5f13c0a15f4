/** Where map tiles come from: a template with {z}, {x} and {y}, and the attribution their provider requires. Null: no map. */
export type MapTiles = { url: string | null; attribution: string }

let tiles: MapTiles = { url: null, attribution: '' }

/** The server sets it once, at start; the policy of its pages and the call that tells the browser both follow. */
export const setMapTiles = (next: MapTiles): void => {
  tiles = next
}
export const mapTiles = (): MapTiles => tiles

/** The origins of the tiles for `img-src`; a template with {s} covers its subdomains. */
export const tileOrigins = (url: string | null): string[] => {
  if (url === null) return []
  const { protocol, host } = new URL(url.replace('{s}', 'sub'))
  return [`${protocol}//${url.includes('{s}.') ? host.replace(/^sub\./, '*.') : host}`]
}
