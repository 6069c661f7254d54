import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from '../../../src/scripts/child.mjs'
import { alone } from '../../../src/scripts/lock.mjs'

const FILE = join(ROOT, '.cache', `test-${process.pid}.lock`)

afterEach(() => rmSync(FILE, { force: true }))

test('the second run waits for the first', async () => {
  const steps: string[] = []
  const work = (label: string) =>
    alone(async () => {
      steps.push(`${label} begins`)
      await sleep(20)
      steps.push(`${label} ends`)
    }, FILE)
  await Promise.all([work('first'), work('second')])
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('failing work gives the lock back and passes its failure on', async () => {
  const failing = alone(() => {
    throw new Error('no disk')
  }, FILE)
  await expect(failing).rejects.toThrow('no disk')
  expect(existsSync(FILE)).toBe(false)
})

test('the lock of a process that died is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(FILE, String(pid))
  await expect(alone(() => 'done', FILE)).resolves.toBe('done')
})
