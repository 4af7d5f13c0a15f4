import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Point } from '../rules.ts'

type Props = {
  tiles: string
  attribution: string
  point: Point
  radius_m: number
  onPoint: (point: Point) => void
}

/** The circle with room around it; asked of the point, since a circle knows its own bounds only on a map that has a view. */
const around = ({ lat, lng }: Point, radius_m: number): L.LatLngBounds => L.latLng(lat, lng).toBounds(radius_m * 2)

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** A map with the server's tiles. A click or drag moves the location; only this file loads Leaflet. */
export default function TileMap({ tiles, attribution, point, radius_m, onPoint }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ map: L.Map; circle: L.Circle; dot: L.CircleMarker } | null>(null)
  const move = useEffectEvent((at: L.LatLng) => {
    const wrapped = at.wrap()
    onPoint({ lat: rounded(wrapped.lat), lng: rounded(wrapped.lng) })
  })
  const begin = useEffectEvent((element: HTMLDivElement) => {
    // Its own controls are written as markup, which the page's policy refuses: zoom by wheel, pinch and keys is enough here.
    const map = L.map(element, { zoomControl: false, attributionControl: false, scrollWheelZoom: true })
    L.tileLayer(tiles, { maxZoom: 19 }).addTo(map)
    const circle = L.circle([point.lat, point.lng], { radius: radius_m, className: 'map-radius' }).addTo(map)
    const dot = L.circleMarker([point.lat, point.lng], { radius: 6, className: 'map-dot' }).addTo(map)
    map.fitBounds(around(point, radius_m).pad(0.4))
    map.on('click', (event) => move(event.latlng))
    return { map, circle, dot }
  })
  useEffect(() => {
    if (!place.current) return
    const made = begin(place.current)
    drawn.current = made
    return () => {
      drawn.current = null
      made.map.remove()
    }
  }, [])
  useEffect(() => {
    const now = drawn.current
    if (!now) return
    const at = L.latLng(point.lat, point.lng)
    now.circle.setLatLng(at).setRadius(radius_m)
    now.dot.setLatLng(at)
    const bounds = around(point, radius_m)
    if (!now.map.getBounds().contains(bounds)) now.map.fitBounds(bounds.pad(0.4))
  }, [point, radius_m])
  return (
    <figure className="isolate overflow-hidden rounded-ui border border-line">
      <div
        ref={place}
        role="application"
        aria-label="Map. Click or tap to move the location."
        className="h-56 w-full"
      />
      <figcaption className="bg-raised px-2 py-1 text-tiny text-faint">{attribution}</figcaption>
    </figure>
  )
}
