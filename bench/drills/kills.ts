import { startCrashGround, type Written } from '#apps/server/testing.crash.ts'
import { option } from '../ground.ts'

/**
 * Usage: npm run drills -- kills [--kills 50] [--writes 2000]. Kills the database, the server and the client in turn under load,
 * each after that many acknowledged writes. No acknowledged write may be lost, and an unanswered one must take effect exactly
 * once when retried with its key.
 */
const kills = Number(option('kills') ?? 50)
const writes = Number(option('writes') ?? 2000)

export const run = async (): Promise<boolean> => {
  const ground = await startCrashGround()
  let acknowledged = 0
  let lost = 0
  let refused = 0
  try {
    const victims = [
      async () => ground.killDatabase(),
      async () => {
        await ground.killServer()
        await ground.startServer()
      },
      async (cut: () => void) => cut(),
    ]
    for (let n = 0; n < kills; n++) {
      const round = await ground.round(victims[n % victims.length] ?? ground.killDatabase, writes)
      await ground.ready()
      acknowledged += round.acknowledged.length
      lost += (await ground.missing(round.acknowledged)).length
      const again = async (one: Written) => (await ground.writeOfficer(one, round.cookie)).status !== 200
      for (const one of round.unanswered.slice(0, 20)) if (await again(one)) refused += 1
    }
    const doubled = (await ground.doubled()).length
    process.stdout.write(
      `${kills} kills, ${acknowledged} acknowledged writes: ${lost} lost, ${doubled} doubled, ${refused} not answered when asked again.\n`,
    )
    return lost === 0 && doubled === 0 && refused === 0
  } finally {
    await ground.stop()
  }
}
