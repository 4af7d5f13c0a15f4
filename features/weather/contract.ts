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
      message: 'A position has both.',
    }),
  /** `off`: this installation asks nobody. `unavailable`: the provider did not answer as it should. */
  output: z.object({ weather: Weather.nullable(), error: z.enum(['off', 'unavailable']).nullable() }),
  errors: {},
})
