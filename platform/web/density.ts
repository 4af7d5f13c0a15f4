import { localSetting } from './local-setting.ts'

/**
 * The height of rows in tables and lists, saved locally like the theme, regular by default. `tokens.css` applies it at a desk with a
 * fine pointer only; `apps/web/public/before-paint.js` sets the same attribute before the first paint.
 */
const densities = ['regular', 'compact'] as const
export const { set: setDensity, use: useDensity } = localSetting('density', densities, (density) => {
  document.documentElement.dataset.density = density
})
