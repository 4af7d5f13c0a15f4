/** The most saved locations of one department: the form lists them all. */
export const MOST_LOCATIONS = 500

export const locationBounds = { name: 160, address: 300, radius: [10, 5000] } as const

type Named = { name: string }
const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** The saved location of this name, whatever its case and spacing. */
export const namedLocation = <T extends Named>(locations: readonly T[], name: string): T | null =>
  name.trim() === '' ? null : (locations.find((one) => plain(one.name) === plain(name)) ?? null)

export type Point = { lat: number; lng: number }
