/**
 * The person signed out: ends the browser's own subscription to pushes, so that its push service delivers nothing more here. The server's
 * ended with the session. In the native app, the phone is told instead (native/start.ts). Here and small, because forgetting must not
 * depend on a file.
 */
export const endPushes = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
