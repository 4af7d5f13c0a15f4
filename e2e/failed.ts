import { appendFileSync } from 'node:fs'
import { beforeEach } from 'vitest'
import { allScreens } from './actors.ts'

// When a test fails, what was on its screens is printed at once, and again at the end of the whole run (`E2E_SCREENS`, a file).
beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const screens = `Screens of "${task.name}"\n${await allScreens()}`
    process.stderr.write(screens)
    if (process.env.E2E_SCREENS) appendFileSync(process.env.E2E_SCREENS, screens)
  })
})
