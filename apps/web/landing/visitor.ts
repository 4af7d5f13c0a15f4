import './visitor.css'
import { startCarousels } from './carousels.ts'
import { startForm } from './trial-form.ts'

startCarousels()
startForm()
