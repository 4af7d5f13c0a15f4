import { useSyncExternalStore } from 'react'

/** Below 768 px (specification section 2) the product is a phone's: sheets, cards, the bottom bar. */
const query = '(max-width: 47.99rem)'

const subscribe = (told: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', told)
  return () => media.removeEventListener('change', told)
}

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
