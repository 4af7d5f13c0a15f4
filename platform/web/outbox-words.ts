/** Why an action waits, other than for a connection: a refusal that passes, and what ends it. */
const passes: Readonly<Record<string, string>> = {
  not_signed_in: 'once you sign in again',
  sent_as_another: 'once you switch back to that department',
  notice_not_accepted: 'once you accept the notice',
  waiting_for_approval: "once you're approved again",
  other_attendance_open: 'once you check out of your previous shift',
  trial_expired: 'once your department can use this again',
  feature_not_available: 'once your department can use this again',
}
/** `Sends …`: when a saved action is sent, by the code that holds it back. */
export const sendsWhen = (code: string | undefined): string => passes[code ?? ''] ?? "when you're back online"
