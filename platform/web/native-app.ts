/**
 * The seam between the application and the native app around it. In a browser there is none; the native app sets its own before the
 * first call (apps/web/native, loaded only there). Calls need no seam: there, `fetch` itself reaches the server.
 */
export type NativeApp = {
  /** The server's address: the page itself comes from the app. */
  origin: string
  keepFile: (file: Blob, name: string) => Promise<void>
  unlocking: Unlocking
  /** Null: this app was made without pushes. */
  pushes: NativePushes | null
}
/** Unlocking with a face, a finger or the phone's passcode. */
export type Unlocking = {
  /** Whether the phone has any of them set up. */
  possible: () => Promise<boolean>
  on: () => boolean
  /** Asks the phone's owner first; throws if that fails. */
  turn: (on: boolean) => Promise<void>
}

/** The push service of the phone's maker, which knows this phone by a token. */
export type NativePushes = {
  platform: 'ios' | 'android'
  /** Asks for the permission and registers. Null: the person said no. */
  turnOn: () => Promise<string | null>
  /** Asks nothing: null without the permission. */
  token: () => Promise<string | null>
  /** Listens for tokens by which the phone replaces its own. */
  onToken: (listener: (token: string) => void) => void
  /** No more pushes reach this phone. */
  turnOff: () => Promise<void>
}

/** In a browser, `app` stays null. */
export const native: { app: NativeApp | null } = { app: null }
