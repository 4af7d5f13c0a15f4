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
})()
