import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  already_over: { title: 'Shift ended', text: 'This shift has ended. Close it instead of canceling it.' },
  attendance_open: {
    title: 'Attendance is open',
    text: 'Approve attendance or mark a no-show for every confirmed officer, then close the shift.',
  },
  cancelled: { title: 'Canceled', text: 'This shift was canceled.' },
  closed: { title: 'Closed', text: 'This shift is closed. Reopen it first.' },
  has_signups: { title: 'Officers have signed up', text: "Shifts that officers signed up for can't be deleted." },
  not_closed: { title: 'Not closed', text: 'Only a closed shift can be reopened.' },
  not_completed: { title: 'Not over yet', text: 'A shift can be closed once it has ended.' },
  not_published: { title: 'Not published', text: "This shift hasn't been published." },
  not_draft: { title: 'No longer a draft', text: 'This shift was published or canceled.' },
  reason_required: { title: 'Reason required', text: "Enter a reason. It's kept and shown to the officer." },
  starts_in_past: {
    title: 'The start has passed',
    text: 'Give a reason for posting a shift that has already started, or choose a later start.',
  },
  time_happens_twice: {
    title: 'Time occurs twice',
    text: 'Clocks go back that day. Choose the earlier or the later time.',
  },
  officers_confirmed: {
    title: 'Officers are confirmed',
    text: "This shift can't be unpublished. Remove the officers first, or cancel the shift.",
  },
} as const satisfies RefusalWords<typeof contract>
