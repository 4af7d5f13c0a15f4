import type { ComponentType } from 'react'

/** What features hang into the frame. A line each; null leaves the place out. */
export type CountName = 'officers' | 'assignments' | 'extra_time'

type Slots = {
  /** The notification bell in the header. */
  Bell: ComponentType | null
  /** Above every screen of the shell: trial banners. */
  Banner: ComponentType | null
  /** Invisible: watches for inactivity and warns. */
  SessionGuard: ComponentType | null
  /** In the help panel: reports and requests. */
  Help: ComponentType | null
  /** The pending counts of the sidebar (admins only). A hook: always called. */
  useCounts: () => Partial<Record<CountName, number>>
}

const none = {}

export const slots: Slots = {
  Bell: null,
  Banner: null,
  SessionGuard: null,
  Help: null,
  useCounts: () => none,
}
