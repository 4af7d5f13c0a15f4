/** Whose maps a link opens. */
export type MapsOf = 'apple' | 'android' | 'web'

export type Somewhere = {
  location_name: string | null
  location_address: string | null
  spot: { lat: number; lng: number } | null
}

/** Which maps app a device has, by its user agent. */
export const mapsOf = (userAgent: string): MapsOf => {
  if (/android/i.test(userAgent)) return 'android'
  // Every device of Apple's names it: `Macintosh`, `iPhone; CPU iPhone OS 18_1 like Mac OS X`.
  return /mac/i.test(userAgent) ? 'apple' : 'web'
}

/** A link that opens the device's maps app at the location; null if there is none. The address takes precedence over coordinates. */
export const mapLink = ({ location_name, location_address, spot }: Somewhere, maps: MapsOf): string | null => {
  const at = spot && `${spot.lat},${spot.lng}`
  const words = location_address ?? (at ? null : location_name)
  const query = words ?? at
  if (query === null) return null
  const text = encodeURIComponent(query)
  if (maps === 'android') return `geo:${at ?? '0,0'}?q=${text}`
  if (maps === 'apple') return `https://maps.apple.com/?q=${text}${at ? `&sll=${at}` : ''}`
  return `https://www.openstreetmap.org/search?query=${text}`
}
