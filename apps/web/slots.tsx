import { type ComponentType, lazy } from 'react'
import { usePendingCounts } from '#features/hours/pending-counts/client.ts'

/** What features plug into the frame, one line each; null leaves the slot empty. */
export type CountName = 'officers' | 'assignments' | 'extra_time' | 'attendance' | 'staffing'

type Slots = {
  /** The notification bell in the header. */
  Bell: ComponentType | null
  /** Below the header of every screen: the support banner, for the visiting staff and for the department's admins. */
  Support: ComponentType | null
  /** Above every screen of the shell: notices about the trial and about the person's own sign-in. */
  banners: readonly ComponentType[]
  /** Invisible: watches for inactivity and shows a warning. */
  SessionGuard: ComponentType | null
  /** Additional tabs of the help panel, next to its answers. */
  help: readonly { value: string; label: string; Part: ComponentType<{ onDone: () => void }> }[]
  /** The sidebar's pending counts (admins only). A hook: always called. */
  useCounts: () => Partial<Record<CountName, number>>
}

export const slots: Slots = {
  Bell: lazy(() => import('#features/department/notifications/parts/bell.tsx')),
  Support: lazy(() => import('#features/vendor/support-access/parts/support-banner.tsx')),
  help: [
    {
      value: 'feature',
      label: 'Feature request',
      Part: lazy(async () => ({
        default: (await import('#features/department/feedback/parts/feedback-forms.tsx')).FeatureRequestForm,
      })),
    },
    {
      value: 'problem',
      label: 'Problem report',
      Part: lazy(async () => ({
        default: (await import('#features/department/feedback/parts/feedback-forms.tsx')).ProblemReportForm,
      })),
    },
    {
      value: 'sent',
      label: 'Sent',
      Part: lazy(async () => ({
        default: (await import('#features/department/feedback/parts/sent-list.tsx')).SentList,
      })),
    },
  ],
  banners: [
    lazy(() => import('#features/people/organizations/parts/closing-banner.tsx')),
    lazy(() => import('#features/people/organizations/parts/trial-banner.tsx')),
    lazy(() => import('#features/people/factors/parts/factor-banner.tsx')),
  ],
  SessionGuard: lazy(() => import('#features/people/sessions/parts/session-guard.tsx')),
  useCounts: usePendingCounts,
}
