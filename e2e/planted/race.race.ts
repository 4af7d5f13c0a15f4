import { expect, test } from 'vitest'
import { openBrowser } from '../actors.ts'
import { startOwnStage } from '../stage.ts'

/**
 * A planted race: the page works for a moment before it answers, and the test allows a fixed half of a second. It passes on
 * a fast machine. `npm run stress -- --planted` must find it.
 */
test('expects the answer within a fixed time', async () => {
  const stage = await startOwnStage()
  try {
    const { page } = await openBrowser(stage)
    await page.setContent('<button>Press</button><p>none</p>')
    await page.evaluate(() => {
      document.querySelector('button')?.addEventListener('click', () => {
        setTimeout(() => {
          let sum = 0
          for (let i = 0; i < 6e7; i++) sum += Math.sqrt(i)
          const said = document.querySelector('p')
          if (said) said.textContent = sum > 0 ? 'done' : 'nothing'
        }, 50)
      })
    })
    await page.getByRole('button').click()
    await page.getByText('done').waitFor({ timeout: 500 })
    expect(await page.getByText('none').count()).toBe(0)
  } finally {
    await stage.close()
  }
})
