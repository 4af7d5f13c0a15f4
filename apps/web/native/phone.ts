import { plugins } from './bridge.ts'

/** What the phone knows and its web view doesn't tell the page, or tells it wrongly. */

/** The bars' icons follow what is painted, also on pages that force a theme. */
export const followTheme = (): void => {
  const root = document.documentElement
  const tell = () => void plugins().SystemBars.setStyle({ style: root.dataset.theme === 'light' ? 'LIGHT' : 'DARK' })
  new MutationObserver(tell).observe(root, { attributeFilter: ['data-theme'] })
  tell()
}

/** `navigator.onLine` and its events, from the phone. */
export const followNetwork = async (): Promise<void> => {
  const { Network } = plugins()
  let connected = (await Network.getStatus()).connected
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => connected })
  Network.addListener('networkStatusChange', (status) => {
    if (status.connected === connected) return
    connected = status.connected
    window.dispatchEvent(new Event(connected ? 'online' : 'offline'))
  })
}

/** The phone asks for the position once; a web view would ask a second time in the name of "localhost". */
const locate: Geolocation['getCurrentPosition'] = (found, failed, options = {}) => {
  plugins()
    .Geolocation.getCurrentPosition(options)
    .then(
      (position) => found(position as GeolocationPosition),
      () => failed?.({ code: 2, message: 'unavailable' } as GeolocationPositionError),
    )
}

export const correctWebView = (): void => {
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: locate } })
  // The page has another origin here, for which the server's passkeys don't work.
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: undefined })
  // Nobody has to be shown how to install it.
  window.dispatchEvent(new Event('appinstalled'))
}

const folder = { path: 'shared', directory: 'CACHE', recursive: true } as const
/** Shared files stay until the next start or sign-out: the app that gets one reads it after the share sheet has closed. */
export const forgetFiles = (): Promise<void> =>
  plugins()
    .Filesystem.rmdir(folder)
    .catch(() => undefined)

const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export const shareFile = async (file: Blob, name: string): Promise<void> => {
  const { Filesystem, Share } = plugins()
  const path = `${folder.path}/${name.replace(/[^\w.-]+/g, '-')}`
  const { uri } = await Filesystem.writeFile({ ...folder, path, data: await base64Of(file) })
  await Share.share({ title: name, files: [uri] }).catch((error: unknown) => {
    // Closing the share sheet is no failure.
    if (!(error instanceof Error && /cancel/i.test(error.message))) throw error
  })
}
