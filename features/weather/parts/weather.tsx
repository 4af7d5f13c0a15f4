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
import { getWeather, type Weather } from '../contract.ts'
import { cellOf, type Icon, NO_TEMPERATURE, type Place, POSITION_TIMEOUT_MS, WEATHER_EVERY_MS } from '../rules.ts'

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

/** Where the browser says it is, to a tenth of a degree; null where it does not say within five seconds, undefined until then. */
const usePlace = (): Place | null | undefined => {
  const [place, setPlace] = useState<Place | null>()
  useEffect(() => {
    const none = () => setPlace((known) => known ?? null)
    const timer = setTimeout(none, POSITION_TIMEOUT_MS)
    // A question that nobody answers has no timeout of its own.
    const options = { enableHighAccuracy: false, timeout: POSITION_TIMEOUT_MS, maximumAge: WEATHER_EVERY_MS }
    if ('geolocation' in navigator)
      navigator.geolocation.getCurrentPosition(({ coords }) => setPlace(cellOf(coords)), none, options)
    else none()
    return () => clearTimeout(timer)
  }, [])
  return place
}

/** Who asks too often is told that, and not that nobody knows. */
const tellFailure = (error: unknown) =>
  error instanceof ApiError && error.code === 'too_many'
    ? toast.failure(error)
    : toast.error('Weather Error', 'Unable to fetch weather data.')

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
            Feels like {weather.feelsLike}° · {weather.windSpeed} mph · {weather.humidity} % humidity
          </p>
        </div>
      )}
    </div>
  )
}

/** The weather where the admin is, asked by the server every ten minutes or on a press (specification sections 7 to 9). */
export const WeatherCard = () => {
  const place = usePlace()
  const read = useRead(getWeather, place ?? {}, { enabled: place !== undefined, every: WEATHER_EVERY_MS, keep: true })
  const failed = read.error !== null || read.data?.error === 'unavailable'
  // Said once when it begins to fail, and again where somebody asks for it.
  useEffect(() => {
    if (failed) tellFailure(read.error)
  }, [failed, read.error])
  const again = async () => {
    const answer = await read.refetch()
    if (answer.error || answer.data?.error === 'unavailable') tellFailure(answer.error)
  }
  const weather = failed ? null : (read.data?.weather ?? null)
  const where = weather ? [weather.location, weather.country].filter(Boolean).join(', ') : undefined
  const unknown = read.isPending ? 'Asking for it.' : 'Not known right now.'
  return (
    <Card
      title="Weather"
      hint={where ?? (read.data?.error === 'off' ? 'Switched off on this installation.' : unknown)}
      aside={
        read.data?.error !== 'off' && (
          <IconButton
            label="Refresh weather"
            icon={
              <RefreshCw aria-hidden className={read.isFetching ? 'animate-spin motion-reduce:animate-none' : ''} />
            }
            onClick={() => void again()}
          />
        )
      }
    >
      <Found weather={weather} />
    </Card>
  )
}
