import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Nanoseconds of CPU for a tick, in a process that collected its garbage fully when it was young and no tick was waiting, or did not. */
async function costOfTick({ collects }: { collects: boolean }): Promise<number> {
  const script = `
    import { keepTicksQuick } from '#server/compose/keep-ticks-quick.ts'
    keepTicksQuick()
    const tick = () => new Promise((resolve) => process.nextTick(() => resolve()))
    const cost = async (ticks) => {
      const before = process.cpuUsage()
      for (let i = 0; i < ticks; i++) await tick()
      const { user, system } = process.cpuUsage(before)
      return ((user + system) / ticks) * 1_000
    }
    for (let round = 0; round < 2; round++) {
      await cost(100)
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (${collects}) gc()
    }
    let least = Infinity
    for (let round = 0; round < 6; round++) least = Math.min(least, await cost(50_000))
    process.stdout.write(String(least))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', script])
  return Number(stdout)
}

test('a tick costs after a full garbage collection what it costs without', async () => {
  const calm = await costOfTick({ collects: false })
  const collected = await costOfTick({ collects: true })
  // Without what is tested it is two and a half times as much.
  expect(collected / calm).toBeLessThan(1.7)
})
