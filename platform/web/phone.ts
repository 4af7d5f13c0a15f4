import { useSyncExternalStore } from 'react'

/**
 * Below 768 px (specification section 2), on phones in landscape and in windows as low, the phone layout applies: sheets, cards, the
 * bottom bar.
 */
const query = '(width < 48rem) or ((height < 30rem) and ((pointer: coarse) or (width < 64rem)))'

/** Wide enough for a table of several columns. */
const wideQuery = '(width >= 64rem) and (not ((pointer: coarse) and (height < 30rem)))'

/** A desk on which a table row has room for several buttons; below it they are in a menu. */
const roomyQuery = '(width >= 80rem)'

const follow = (asked: string) => (told: () => void) => {
  const media = window.matchMedia(asked)
  media.addEventListener('change', told)
  return () => media.removeEventListener('change', told)
}
const subscribe = follow(query)
const subscribeWide = follow(wideQuery)
const subscribeRoomy = follow(roomyQuery)
const isRoomy = (): boolean => window.matchMedia(roomyQuery).matches
const isWide = (): boolean => window.matchMedia(wideQuery).matches

export const isPhone = (): boolean => window.matchMedia(query).matches
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
export const useWide = (): boolean => useSyncExternalStore(subscribeWide, isWide)
export const useRoomy = (): boolean => useSyncExternalStore(subscribeRoomy, isRoomy)
