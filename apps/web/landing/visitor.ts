import './visitor.css'
import { startCarousels } from './carousels.ts'
import { startForm, toast } from './trial-form.ts'

/** Shows the message the application left for this page, since its own toast does not survive the page change. */
const tellWhatWasSaid = () => {
  try {
    const text = sessionStorage.getItem('said')
    sessionStorage.removeItem('said')
    if (text) toast(JSON.parse(text), 'ok')
  } catch {
    // No storage: nothing was saved.
  }
}

/** The phone menu links to sections of this page: close it so that it does not cover them. */
const startMenu = () => {
  const menu = document.querySelector<HTMLDetailsElement>('.header-menu')
  if (!menu) return
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.open = false
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

startMenu()
startCarousels()
startForm()
tellWhatWasSaid()
