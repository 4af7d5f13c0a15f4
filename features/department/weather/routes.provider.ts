import { z } from 'zod'
import { createAsker, OutsideError } from '#platform/server/outside.ts'
import { MINUTE } from '#platform/shared/time.ts'
import type { NoWeather, Weather } from './contract.ts'
import {
  type City,
  cellKey,
  cellOf,
  FALLBACK_CITY,
  iconOf,
  knownCity,
  nearCity,
  type Place,
  skyOf,
  WEATHER_EVERY_MS,
} from './rules.ts'
import type { Asked } from './store.ts'

type Source =
  | { kind: 'off' }
  | { kind: 'open-meteo'; url: string; geocodingUrl: string }
  | { kind: 'openweather'; url: string; key: string }

const limits = { timeoutMs: 5_000, mostBytes: 65_536, failures: 3, restMs: MINUTE, perMinute: 120 }
const cellsKept = 500

type Kept = { until: number; weather: Promise<Weather> }
type Desk = {
  source: Source
  ask: (url: URL) => Promise<unknown>
  cells: Map<string, Kept>
  cities: Map<string, City | null>
}
const opened = (source: Source): Desk => ({ source, ask: createAsker(limits), cells: new Map(), cities: new Map() })

/** One per process: what it caches belongs to no organization, only a map cell and the name of a city. */
let desk = opened({ kind: 'off' })
/** Sets the provider for future requests; clears the cache. */
export const askWeatherOf = (source: Source): void => {
  desk = opened(source)
}

const urlOf = (base: string, path: string, values: Record<string, string | number>): URL => {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, String(value))
  return url
}

const whole = z.number().transform(Math.round)
const OpenMeteo = z.object({
  current: z.object({
    temperature_2m: whole,
    apparent_temperature: whole,
    wind_speed_10m: whole,
    relative_humidity_2m: whole,
    weather_code: z.int(),
  }),
})
const OpenWeather = z.object({
  name: z.string().max(200),
  sys: z.object({ country: z.string().max(10).default('') }),
  main: z.object({ temp: whole, feels_like: whole, humidity: whole }),
  wind: z.object({ speed: whole }),
  weather: z.array(z.object({ description: z.string().max(200), icon: z.string().max(10) })).min(1),
})
const units = { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph' }

const fetchWeather = async (at: Place, city: City | null): Promise<Weather> => {
  const { source, ask } = desk
  const named = { location: city?.name ?? 'Your location', country: city?.country ?? '' }
  if (source.kind === 'openweather') {
    const asked = { lat: at.latitude, lon: at.longitude, units: 'imperial', appid: source.key }
    const found = OpenWeather.parse(await ask(urlOf(source.url, '/data/2.5/weather', asked)))
    const [sky] = found.weather
    return {
      temperature: found.main.temp,
      feelsLike: found.main.feels_like,
      windSpeed: found.wind.speed,
      humidity: found.main.humidity,
      description: sky?.description.replace(/^./, (first) => first.toUpperCase()) ?? '',
      location: city?.name ?? (found.name || named.location),
      country: city?.country ?? found.sys.country,
      icon: iconOf(sky?.icon ?? ''),
    }
  }
  if (source.kind === 'off') throw new OutsideError('off')
  const current = 'temperature_2m,apparent_temperature,relative_humidity_2m,wind_speed_10m,weather_code'
  const found = OpenMeteo.parse(await ask(urlOf(source.url, '/v1/forecast', { ...at, current, ...units }))).current
  return {
    temperature: found.temperature_2m,
    feelsLike: found.apparent_temperature,
    windSpeed: found.wind_speed_10m,
    humidity: found.relative_humidity_2m,
    ...skyOf(found.weather_code),
    ...named,
  }
}

const Found = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
const Named = Found.extend({ name: z.string().max(200), country_code: z.string().max(10).default('') })
const Placed = z.object({ lat: z.number(), lon: z.number(), name: z.string().max(200), country: z.string().max(10) })

/** The city from the bundled table, else from the provider's geocoding; null if neither knows it. Looked up once. */
const findCity = async (name: string): Promise<City | null> => {
  const known = knownCity(name) ?? desk.cities.get(name)
  if (known !== undefined && known !== null) return known
  if (desk.cities.has(name)) return null
  const { source, ask, cities } = desk
  if (source.kind === 'off') return null
  let city: City | null = null
  if (source.kind === 'openweather') {
    const answer = await ask(urlOf(source.url, '/geo/1.0/direct', { q: name, limit: 1, appid: source.key }))
    const [found] = z.array(Placed).parse(answer)
    city = found ? { name: found.name, country: found.country, latitude: found.lat, longitude: found.lon } : null
  } else {
    const answer = await ask(urlOf(source.geocodingUrl, '/v1/search', { name, count: 1 }))
    const [found] = z.object({ results: z.array(Named).default([]) }).parse(answer).results
    city = found ? { ...found, country: found.country_code } : null
  }
  if (cities.size >= cellsKept) cities.clear()
  cities.set(name, city)
  return city
}

/** One request per cell and ten minutes, however many callers ask at once; failures are not cached. */
const weatherAt = (place: Place, city: City | null): Promise<Weather> => {
  const at = cellOf(place)
  const key = `${cellKey(at)} ${city?.name ?? ''}`
  const { cells } = desk
  const kept = cells.get(key)
  if (kept && kept.until > Date.now()) return kept.weather
  const weather = fetchWeather(at, city)
  if (cells.size >= cellsKept) cells.delete(cells.keys().next().value ?? '')
  cells.set(key, { until: Date.now() + WEATHER_EVERY_MS, weather })
  weather.catch(() => cells.delete(key))
  return weather
}

/** The weather for the request; never throws because of the provider. */
export const findWeather = async (asked: Asked): Promise<Weather | NoWeather> => {
  if (desk.source.kind === 'off') return { error: 'off' }
  try {
    if (asked.latitude !== null && asked.longitude !== null) {
      const place = { latitude: asked.latitude, longitude: asked.longitude }
      return await weatherAt(place, nearCity(place))
    }
    const city = (asked.city ? await findCity(asked.city) : null) ?? knownCity(FALLBACK_CITY)
    if (!city) throw new OutsideError('no city')
    return await weatherAt(city, city)
  } catch (error) {
    if (error instanceof OutsideError || error instanceof z.ZodError) return { error: 'unavailable' }
    throw error
  }
}
