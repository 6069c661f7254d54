import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from '#tests/builders/http-server.ts'

test('a server that a busy machine keeps from starting for minutes starts all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isStarted = false
  const starting = startHttpServer([]).finally(() => {
    isStarted = true
  })
  while (!isStarted) {
    vi.advanceTimersByTime(60_000)
    await turn()
  }
  const { url, close } = await starting
  expect(url).toMatch(/^http:/)
  await close()
})
