import { expect, test } from 'vitest'
import { runSideBySide } from '../../../src/scripts/side-by-side.ts'

/** Work that ends on request and reports when it begins. */
function stage() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const job = (name: string, cores: number) => ({
    cores,
    run: () => {
      begun.push(name)
      return new Promise<void>((resolve) => void ends.set(name, resolve))
    },
  })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { begun, job, end }
}

test('jobs of one core run two at a time, one of two alone, all in their order', async () => {
  const { begun, job, end } = stage()
  const all = runSideBySide([job('lint', 1), job('unused', 1), job('build', 2), job('unit', 1)], 2)
  expect(begun).toEqual(['lint', 'unused'])
  await end('unused')
  expect(begun).toEqual(['lint', 'unused'])
  await end('lint')
  expect(begun).toEqual(['lint', 'unused', 'build'])
  await end('build')
  expect(begun).toEqual(['lint', 'unused', 'build', 'unit'])
  await end('unit')
  await expect(all).resolves.toBeUndefined()
})

test('a job in the background begins beside one of two cores, and is waited for', async () => {
  const { begun, job, end } = stage()
  const all = runSideBySide([job('build', 2), job('simulation', 0), job('client', 2)], 2)
  expect(begun).toEqual(['build', 'simulation'])
  await end('build')
  expect(begun).toEqual(['build', 'simulation', 'client'])
  await end('client')
  const first = await Promise.race([all.then(() => 'all'), end('nothing').then(() => 'waits')])
  expect(first).toBe('waits')
  await end('simulation')
  await all
})
