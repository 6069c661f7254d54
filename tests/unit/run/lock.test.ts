import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { withLock } from '../../../.run/setup/lock.mjs'
import { ROOT } from '../../../.run/setup/root.mjs'

const NAME = `test-${process.pid}`
const FOLDER = join(ROOT, '.cache', `${NAME}.lock`)

afterEach(() => rmSync(FOLDER, { recursive: true, force: true }))

test('work of one name waits for its turn', async () => {
  const steps: string[] = []
  const work = (label: string) =>
    withLock(NAME, async () => {
      steps.push(`${label} begins`)
      await sleep(20)
      steps.push(`${label} ends`)
    })
  await Promise.all([work('first'), work('second')])
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('failing work gives the lock back and passes its failure on', async () => {
  const failing = withLock(NAME, () => {
    throw new Error('no disk')
  })
  await expect(failing).rejects.toThrow('no disk')
  expect(existsSync(FOLDER)).toBe(false)
})

test('the lock of a process that died is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'pid'), String(pid))
  await expect(withLock(NAME, () => 'done')).resolves.toBe('done')
})
