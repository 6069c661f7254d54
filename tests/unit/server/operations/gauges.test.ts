import { expect, test } from 'vitest'
import { Gauges } from '#server/operations/gauges.ts'

test('a command waits until it is answered, also where it fails', async () => {
  const gauges = new Gauges(() => 0)
  const { promise, reject } = Promise.withResolvers<never>()
  const command = gauges.command(promise)
  expect(gauges.waiting).toBe(1)
  expect(gauges.p99Ms()).toBeUndefined()
  reject(new Error('away'))
  await expect(command).rejects.toThrow('away')
  expect(gauges.waiting).toBe(0)
  expect(gauges.answered).toBe(1)
  expect(gauges.p99Ms()).toBeGreaterThanOrEqual(0)
})

test('the last thousand commands alone count', async () => {
  const gauges = new Gauges(() => 0)
  const slow = new Promise((resolve) => setTimeout(resolve, 100))
  await gauges.command(slow)
  expect(gauges.p99Ms()).toBeGreaterThan(20)
  for (let each = 0; each < 1_000; each++) await gauges.command(Promise.resolve())
  expect(gauges.p99Ms()).toBeLessThan(20)
})
