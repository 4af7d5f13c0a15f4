// Runs before the first paint and before any module. A file of its own: the page allows no inline script.
;(() => {
  // zod would try whether it may make code from text; the page's policy forbids it and would report the try.
  globalThis.__zod_globalConfig = { jitless: true }
  // A light choice must not flash dark.
  let theme = 'dark'
  let density = 'regular'
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light'
    if (localStorage.getItem('density') === 'compact') density = 'compact'
  } catch {}
  if (location.pathname === '/' || location.pathname === '/landing') theme = 'dark'
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.density = density
  // What the server has read for the first screen. It is the person's own: nothing of it stays in the page.
  const first = document.getElementById('first-reads')
  if (first) {
    first.remove()
    const [page] = performance.getEntriesByType('navigation')
    const apart = Date.now() - performance.now()
    const at = (steady) => ({ steady, wall: steady + apart })
    const reads = new Map(JSON.parse(first.textContent))
    // Without the times, the answers would say something wrong about the clocks: the application asks itself.
    if (page) globalThis.firstReads = { reads, asked: at(page.requestStart), arrived: at(page.responseStart) }
  }
  const font = document.querySelector('meta[name=font]')?.content
  if (!font) return
  // On a slow connection the application comes first: until it is stored, the words are painted in a font of the device.
  if (/2g|3g/.test(navigator.connection?.effectiveType) && !navigator.serviceWorker?.controller) {
    document.documentElement.dataset.font = 'device'
    return
  }
  const link = document.createElement('link')
  document.head.append(
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: font }),
  )
})()
