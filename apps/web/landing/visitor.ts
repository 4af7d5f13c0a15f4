import './visitor.css'
import { startCarousels } from './carousels.ts'
import { startForm, toast } from './trial-form.ts'

/** What the application had to say when it left for this page: its own toast does not come along. */
const tellWhatWasSaid = () => {
  try {
    const text = sessionStorage.getItem('said')
    sessionStorage.removeItem('said')
    if (text) toast(JSON.parse(text), 'ok')
  } catch {
    // No storage: nothing was kept.
  }
}

startCarousels()
startForm()
tellWhatWasSaid()
