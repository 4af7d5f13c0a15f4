// Before the first paint, so that a light choice does not flash dark. A file of its own: the page allows no inline script.
;(() => {
  let theme = 'dark'
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light'
  } catch {}
  if (location.pathname === '/' || location.pathname === '/landing') theme = 'dark'
  document.documentElement.dataset.theme = theme
})()
