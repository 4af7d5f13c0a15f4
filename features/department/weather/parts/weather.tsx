import Cloud from 'lucide-react/icons/cloud'
import CloudFog from 'lucide-react/icons/cloud-fog'
import CloudLightning from 'lucide-react/icons/cloud-lightning'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudRain from 'lucide-react/icons/cloud-rain'
import CloudSun from 'lucide-react/icons/cloud-sun'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Snowflake from 'lucide-react/icons/snowflake'
import Sun from 'lucide-react/icons/sun'
import { type ComponentType, useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useRead } from '#platform/web/reads.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { getWeather, type NoWeather, type Weather } from '../contract.ts'
import {
  cellOf,
  cutOff,
  type Icon,
  NO_TEMPERATURE,
  type Place,
  POSITION_TIMEOUT_MS,
  WEATHER_EVERY_MS,
} from '../rules.ts'

const pictures: Readonly<Record<Icon, ComponentType<{ className?: string }>>> = {
  clear: Sun,
  partly: CloudSun,
  clouds: Cloud,
  fog: CloudFog,
  rain: CloudRain,
  snow: Snowflake,
  storm: CloudLightning,
  unknown: Cloud,
}

/** The browser's position, to a tenth of a degree; null if it gives none within five seconds, undefined until then. */
const usePlace = (): Place | null | undefined => {
  const [place, setPlace] = useState<Place | null>()
  useEffect(() => {
    const none = () => setPlace((known) => known ?? null)
    const timer = setTimeout(none, POSITION_TIMEOUT_MS)
    // A permission prompt that is never answered has no timeout of its own.
    const options = { enableHighAccuracy: false, timeout: POSITION_TIMEOUT_MS, maximumAge: WEATHER_EVERY_MS }
    if ('geolocation' in navigator)
      navigator.geolocation.getCurrentPosition(({ coords }) => setPlace(cellOf(coords)), none, options)
    else none()
    return () => clearTimeout(timer)
  }, [])
  return place
}

const saidKey = 'weather-failure-said'
/** Whether the failure has already been shown in this browser tab since sign-in; marks it as shown. */
const wasSaid = (): boolean => {
  try {
    const was = sessionStorage.getItem(saidKey) !== null
    sessionStorage.setItem(saidKey, '1')
    return was
  } catch {
    return false
  }
}

/** Too many requests get a message of their own, not "unavailable". */
const tellFailure = (error: unknown) =>
  error instanceof ApiError && error.code === 'too_many'
    ? toast.failure(error)
    : toast.error('Weather Error', 'Unable to fetch weather data.')

/** Without a network the card's own line says so, quietly. */
const isCutOff = (error: unknown) => error instanceof ApiError && cutOff.has(error.code)

const errorOf = (answer: Weather | NoWeather | undefined) => (answer && 'error' in answer ? answer.error : null)

const Found = ({ weather }: { weather: Weather | null }) => {
  const Picture = weather ? pictures[weather.icon] : CloudOff
  return (
    <div className="flex items-center gap-4">
      <Picture aria-hidden className="size-9 shrink-0 text-soft" />
      <p className="figures text-stat font-semibold tracking-tight">
        {weather ? `${weather.temperature}°F` : NO_TEMPERATURE}
      </p>
      {weather && (
        <div className="min-w-0 flex-1">
          <p className="truncate">{weather.description}</p>
          <p className="figures text-small text-faint">
            Feels like {weather.feelsLike}° · {weather.windSpeed} mph · {weather.humidity}% humidity
          </p>
        </div>
      )}
    </div>
  )
}

/** The weather at the admin's position, fetched by the server every ten minutes or on request (specification sections 7 to 9); nothing where the installation has it turned off. */
export const WeatherCard = () => {
  const place = usePlace()
  const read = useRead(getWeather, place ?? {}, { enabled: place !== undefined, every: WEATHER_EVERY_MS, keep: true })
  const isOff = errorOf(read.data) === 'off'
  const failed = read.error !== null || errorOf(read.data) === 'unavailable'
  // Shown automatically once per session, not on every dashboard visit; and whenever the user refreshes.
  useEffect(() => {
    if (failed && !isCutOff(read.error) && !wasSaid()) tellFailure(read.error)
  }, [failed, read.error])
  const again = async () => {
    const answer = await read.refetch()
    if (isCutOff(answer.error)) return
    if (answer.error || errorOf(answer.data) === 'unavailable') tellFailure(answer.error)
  }
  const weather = failed || !read.data || 'error' in read.data ? null : read.data
  const where = weather ? [weather.location, weather.country].filter(Boolean).join(', ') : undefined
  const unknown = read.isPending ? 'Loading…' : isCutOff(read.error) ? 'No connection.' : 'Unavailable right now.'
  if (isOff) return null
  return (
    <Card
      title="Weather"
      hint={where ?? unknown}
      aside={
        <IconButton
          label="Refresh weather"
          icon={<RefreshCw aria-hidden className={read.isFetching ? 'animate-spin motion-reduce:animate-none' : ''} />}
          onClick={() => void again()}
        />
      }
    >
      <Found weather={weather} />
    </Card>
  )
}
