import { type ComponentType, lazy } from 'react'
import { usePendingCounts } from '#features/signups/client.ts'

/** What features hang into the frame. A line each; null leaves the place out. */
export type CountName = 'officers' | 'assignments' | 'extra_time'

type Slots = {
  /** The notification bell in the header. */
  Bell: ComponentType | null
  /** Under the header of every screen: the vendor's support while it looks inside, for itself and for the department's admins. */
  Support: ComponentType | null
  /** Above every screen of the shell: what is to be known of the trial, and of the own sign-in. */
  banners: readonly ComponentType[]
  /** Invisible: watches for inactivity and warns. */
  SessionGuard: ComponentType | null
  /** Further parts of the help panel, beside its answers. */
  help: readonly { value: string; label: string; Part: ComponentType<{ onDone: () => void }> }[]
  /** The pending counts of the sidebar (admins only). A hook: always called. */
  useCounts: () => Partial<Record<CountName, number>>
}

export const slots: Slots = {
  Bell: lazy(() => import('#features/notifications/parts/bell.tsx')),
  Support: lazy(() => import('#features/support-access/parts/support-banner.tsx')),
  help: [
    {
      value: 'feature',
      label: 'Feature request',
      Part: lazy(async () => ({
        default: (await import('#features/feedback/parts/feedback-forms.tsx')).FeatureRequestForm,
      })),
    },
    {
      value: 'problem',
      label: 'Problem report',
      Part: lazy(async () => ({
        default: (await import('#features/feedback/parts/feedback-forms.tsx')).ProblemReportForm,
      })),
    },
    {
      value: 'sent',
      label: 'Sent',
      Part: lazy(async () => ({ default: (await import('#features/feedback/parts/sent-list.tsx')).SentList })),
    },
  ],
  banners: [
    lazy(() => import('#features/organizations/parts/closing-banner.tsx')),
    lazy(() => import('#features/organizations/parts/trial-banner.tsx')),
    lazy(() => import('#features/factors/parts/factor-banner.tsx')),
  ],
  SessionGuard: lazy(() => import('#features/sessions/parts/session-guard.tsx')),
  useCounts: usePendingCounts,
}
