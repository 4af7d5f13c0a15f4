/** Specification section 9. */
export const WEATHER_EVERY_MS = 600_000
export const FALLBACK_CITY = 'Houston'
/** Requests per minute: no department, and no person in it, can use up the provider's quota for everyone. */
export const ASKED_BY_DEPARTMENT = 60
export const ASKED_BY_PERSON = 20
/** How long to wait for the browser's position (section 7). */
export const POSITION_TIMEOUT_MS = 5_000
/** The placeholder when the temperature is unknown (section 8). */
export const NO_TEMPERATURE = '--°'

export type Place = { latitude: number; longitude: number }
export type City = Place & { name: string; country: string }

/** WMO code 4677 in a few words; `icon` names one of the widget's pictures. */
const codes: readonly (readonly [number, string, Icon])[] = [
  [0, 'Clear', 'clear'],
  [1, 'Mostly clear', 'clear'],
  [2, 'Partly cloudy', 'partly'],
  [3, 'Overcast', 'clouds'],
  [48, 'Fog', 'fog'],
  [57, 'Drizzle', 'rain'],
  [67, 'Rain', 'rain'],
  [77, 'Snow', 'snow'],
  [82, 'Rain showers', 'rain'],
  [86, 'Snow showers', 'snow'],
  [99, 'Thunderstorm', 'storm'],
]
export const icons = ['clear', 'partly', 'clouds', 'fog', 'rain', 'snow', 'storm', 'unknown'] as const
export type Icon = (typeof icons)[number]

export const skyOf = (code: number): { description: string; icon: Icon } => {
  const found = codes.find(([last]) => code <= last)
  return found ? { description: found[1], icon: found[2] } : { description: 'Unknown', icon: 'unknown' }
}

/** Icon for one of OpenWeather's picture names: `01d`, `10n`. */
export const iconOf = (name: string): Icon => {
  const kinds: Readonly<Record<string, Icon>> = {
    '01': 'clear',
    '02': 'partly',
    '03': 'clouds',
    '04': 'clouds',
    '09': 'rain',
    '10': 'rain',
    '11': 'storm',
    '13': 'snow',
    '50': 'fog',
  }
  return kinds[name.slice(0, 2)] ?? 'unknown'
}

/**
 * A tenth of a degree, about eleven kilometers: the precision requested, cached and sent to the provider. Never a person's exact
 * position.
 */
export const cellOf = (place: Place): Place => ({
  latitude: Math.round(place.latitude * 10) / 10,
  longitude: Math.round(place.longitude * 10) / 10,
})
export const cellKey = ({ latitude, longitude }: Place): string => `${latitude.toFixed(1)},${longitude.toFixed(1)}`

const city = (name: string, latitude: number, longitude: number): City => ({ name, latitude, longitude, country: 'US' })
const cities: readonly City[] = [
  city('Houston', 29.76, -95.37),
  city('New York', 40.71, -74.01),
  city('Los Angeles', 34.05, -118.24),
  city('Chicago', 41.88, -87.63),
  city('Phoenix', 33.45, -112.07),
  city('Philadelphia', 39.95, -75.17),
  city('San Antonio', 29.42, -98.49),
  city('San Diego', 32.72, -117.16),
  city('Dallas', 32.78, -96.8),
  city('Austin', 30.27, -97.74),
  city('Jacksonville', 30.33, -81.66),
  city('San Jose', 37.34, -121.89),
  city('Columbus', 39.96, -83.0),
  city('Charlotte', 35.23, -80.84),
  city('Indianapolis', 39.77, -86.16),
  city('San Francisco', 37.77, -122.42),
  city('Seattle', 47.61, -122.33),
  city('Denver', 39.74, -104.99),
  city('Washington', 38.91, -77.04),
  city('Boston', 42.36, -71.06),
  city('Nashville', 36.16, -86.78),
  city('Detroit', 42.33, -83.05),
  city('Oklahoma City', 35.47, -97.52),
  city('Portland', 45.52, -122.68),
  city('Las Vegas', 36.17, -115.14),
  city('Memphis', 35.15, -90.05),
  city('Baltimore', 39.29, -76.61),
  city('Milwaukee', 43.04, -87.91),
  city('Albuquerque', 35.08, -106.65),
  city('Atlanta', 33.75, -84.39),
  city('Miami', 25.76, -80.19),
  city('Minneapolis', 44.98, -93.27),
  city('New Orleans', 29.95, -90.07),
  city('Cleveland', 41.5, -81.69),
  city('Tampa', 27.95, -82.46),
  city('Honolulu', 21.31, -157.86),
  city('Anchorage', 61.22, -149.9),
  city('St. Louis', 38.63, -90.2),
  city('Pittsburgh', 40.44, -79.99),
  city('Kansas City', 39.1, -94.58),
]

/** A city in the bundled table, however it is spelled; null if the provider must be asked. */
export const knownCity = (name: string): City | null => {
  const key = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/g, '')
  const plain = key(name.split(',')[0] ?? '')
  return cities.find((one) => key(one.name) === plain) ?? null
}

/** The city nearest a position, if a known one is within half a degree. */
export const nearCity = ({ latitude, longitude }: Place): City | null => {
  const far = (one: City) => Math.hypot(one.latitude - latitude, (one.longitude - longitude) * 0.8)
  const nearest = cities.toSorted((a, b) => far(a) - far(b))[0]
  return nearest && far(nearest) < 0.5 ? nearest : null
}

/** Codes of a call that never reached the server: no message pops up for them. */
export const cutOff: ReadonlySet<string> = new Set(['offline', 'unreachable'])
