import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { icons } from './rules.ts'

export const Weather = z.object({
  /** Whole degrees Fahrenheit. */
  temperature: z.int(),
  feelsLike: z.int(),
  /** Whole miles an hour. */
  windSpeed: z.int(),
  /** Percent. */
  humidity: z.int(),
  description: z.string(),
  location: z.string(),
  country: z.string(),
  icon: z.enum(icons),
})
export type Weather = z.infer<typeof Weather>
/** `off`: this installation makes no weather requests. `unavailable`: the provider did not respond properly. */
export const NoWeather = z.object({ error: z.enum(['off', 'unavailable']) })
export type NoWeather = z.infer<typeof NoWeather>

export const getWeather = endpoint({
  name: 'weather.get',
  summary:
    "The weather at a position, else at the organization's city, else in Houston; `error` where nobody could say.",
  method: 'GET',
  path: '/api/weather',
  who: 'admin',
  input: z
    .object({
      latitude: z.coerce.number<number>().min(-90).max(90).optional(),
      longitude: z.coerce.number<number>().min(-180).max(180).optional(),
    })
    .refine((place) => (place.latitude === undefined) === (place.longitude === undefined), {
      path: ['longitude'],
      message: 'Enter both latitude and longitude.',
    }),
  output: z.union([Weather, NoWeather]),
  errors: {},
})
