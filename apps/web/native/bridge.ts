/**
 * The native plugins as Capacitor exposes them to a page: `window.Capacitor.Plugins`, filled before the page's scripts run. Their own
 * JavaScript is not used, so the web application depends on no package of the app; `npm run mobile -- check` compares these names
 * with the plugins' Swift, Java and Kotlin.
 */
type Listen<Events> = {
  addListener: <E extends keyof Events>(event: E, listener: (told: Events[E]) => void) => unknown
}
type Stored = { prefixedKey: string; sync: false }

export type Plugins = {
  /** Both bars of the phone: status and navigation. `DARK` is for a dark page: its icons are light. */
  SystemBars: { setStyle: (options: { style: 'DARK' | 'LIGHT' }) => Promise<void> }
  App: Listen<{
    appUrlOpen: { url: string }
    backButton: { canGoBack: boolean }
    appStateChange: { isActive: boolean }
  }> & {
    getLaunchUrl: () => Promise<{ url?: string } | undefined>
    minimizeApp: () => Promise<void>
  }
  Network: Listen<{ networkStatusChange: { connected: boolean } }> & {
    getStatus: () => Promise<{ connected: boolean }>
  }
  Browser: { open: (options: { url: string }) => Promise<void> }
  /** The keychain on iOS, encrypted with a key of the Android Keystore on Android. */
  SecureStorage: {
    internalGetItem: (of: Stored) => Promise<{ data: string | null }>
    /** `access` 1: only while unlocked, and never on another device. */
    internalSetItem: (of: Stored & { data: string; access: 1 }) => Promise<void>
    internalRemoveItem: (of: Stored) => Promise<unknown>
    internalClearItemsWithPrefix: (of: { prefix: string; sync: false }) => Promise<void>
  }
  BiometricAuthNative: {
    checkBiometry: () => Promise<{ isAvailable: boolean; deviceIsSecure: boolean }>
    internalAuthenticate: (options: {
      reason: string
      cancelTitle: string
      allowDeviceCredential: boolean
      androidTitle: string
    }) => Promise<void>
  }
  Filesystem: {
    writeFile: (of: { path: string; directory: 'CACHE'; data: string; recursive: true }) => Promise<{ uri: string }>
    rmdir: (of: { path: string; directory: 'CACHE'; recursive: true }) => Promise<void>
  }
  /** The push service of the phone's maker: Apple's own on iOS, Firebase on Android. */
  PushNotifications: Listen<{
    registration: { value: string }
    registrationError: { error: string }
    pushNotificationActionPerformed: { actionId: string }
  }> & {
    checkPermissions: () => Promise<{ receive: string }>
    requestPermissions: () => Promise<{ receive: string }>
    register: () => Promise<void>
    unregister: () => Promise<void>
    createChannel: (channel: {
      id: string
      name: string
      description: string
      importance: 4
      visibility: 1
      vibration: boolean
    }) => Promise<void>
  }
  Share: { share: (options: { title: string; files: string[] }) => Promise<unknown> }
  Geolocation: {
    getCurrentPosition: (options: PositionOptions) => Promise<{ coords: GeolocationCoordinates; timestamp: number }>
  }
}

type Methods = { [P in keyof Plugins]: Record<Exclude<keyof Plugins[P], 'addListener'>, true> }
/** All methods above, for the check. */
export const bridgeMethods = {
  SystemBars: { setStyle: true },
  App: { getLaunchUrl: true, minimizeApp: true },
  Network: { getStatus: true },
  Browser: { open: true },
  SecureStorage: {
    internalGetItem: true,
    internalSetItem: true,
    internalRemoveItem: true,
    internalClearItemsWithPrefix: true,
  },
  BiometricAuthNative: { checkBiometry: true, internalAuthenticate: true },
  Filesystem: { writeFile: true, rmdir: true },
  PushNotifications: {
    checkPermissions: true,
    requestPermissions: true,
    register: true,
    unregister: true,
    createChannel: true,
  },
  Share: { share: true },
  Geolocation: { getCurrentPosition: true },
} as const satisfies Methods

type Bridge = { Capacitor: { Plugins: Plugins; getPlatform: () => string } }
export const plugins = (): Plugins => (globalThis as unknown as Bridge).Capacitor.Plugins
export const phonePlatform = (): string => (globalThis as unknown as Bridge).Capacitor.getPlatform()
