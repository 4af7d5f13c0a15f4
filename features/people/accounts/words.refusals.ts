import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  sign_in_failed: {
    title: 'Login Failed',
    text: 'Incorrect email or password, or sign-in is locked. After 5 wrong attempts, wait 15 minutes.',
  },
  no_department: {
    title: 'Login Failed',
    text: 'Your account is no longer in any department. Ask an admin for an invitation.',
  },
  other_department: {
    title: 'Login Failed',
    text: "Your account isn't in this department. Register here first, or sign in to your own department.",
  },
  access_suspended: {
    title: 'Access Denied',
    text: 'Your access is suspended. An admin in your department can restore it.',
  },
  registration_rejected: { title: 'Access Denied', text: "This department didn't approve your registration." },
  organization_suspended: {
    title: 'Access Denied',
    text: "The vendor suspended this department's access. Your data is safe. An admin can contact the vendor.",
  },
  organization_suspended_why: {
    title: 'Access Denied',
    text: "The vendor has suspended this department's access. Reason: {reason} Your data is safe. Contact the vendor to continue.",
  },
} as const satisfies RefusalWords<typeof contract>
