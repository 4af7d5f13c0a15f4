import { lazy, Suspense } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { getMap } from '../contract.ts'
import type { Point } from '../rules.ts'
import { DrawnRadius } from './drawn-radius.tsx'

/** Leaflet asks at start whether SVG can be written as markup; the page's policy allows it this one question and nothing else. */
const allowItsQuestion = (): void => {
  const types = (window as { trustedTypes?: { createPolicy: (name: string, rules: object) => unknown } }).trustedTypes
  try {
    types?.createPolicy('default', { createHTML: (text: string) => (text === '<svg/>' ? text : null) })
  } catch {
    // It is already loaded.
  }
}
const TileMap = lazy(() => {
  allowItsQuestion()
  return import('./tile-map.tsx')
})

type Props = { point: Point | null; radius_m: number; onPoint: (point: Point) => void }

/** The location and its check-in radius: on a map if the server has tiles, otherwise drawn to scale. */
export const LocationMap = ({ point, radius_m, onPoint }: Props) => {
  const { data } = useRead(getMap, {})
  const drawn = <DrawnRadius radius_m={radius_m} />
  if (!point || !data?.tiles) return drawn
  return (
    <Suspense fallback={drawn}>
      <TileMap tiles={data.tiles} attribution={data.attribution} point={point} radius_m={radius_m} onPoint={onPoint} />
    </Suspense>
  )
}
