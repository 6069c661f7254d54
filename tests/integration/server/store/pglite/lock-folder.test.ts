import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from '#server/store/private-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'kimia-lock-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const LOCK_FOLDER = fileURLToPath(new URL('../../../../../src/server/store/private-folder.ts', import.meta.url))

/** A process that locks a folder until it is killed. */
async function startHolder(folder: string) {
  const script = `
    import { lockFolder } from ${JSON.stringify(LOCK_FOLDER)}
    globalThis.unlock = lockFolder(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a second process gets a sentence that names the folder, the holder and the way out', async () => {
  const folder = join(parent, 'held')
  const holder = await startHolder(folder)
  expect(() => lockFolder(folder)).toThrow(
    `the data folder ${folder} is in use by another process (process ${holder.pid}): stop it first, or choose another DATA_DIR`,
  )
  holder.kill()
  await once(holder, 'exit')
})

test('a holder that is killed without warning holds no more', async () => {
  const folder = join(parent, 'killed')
  const holder = await startHolder(folder)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow('in use')
  unlock()
})

test('a folder that cannot be made has another sentence than one in use', () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')
  expect(() => lockFolder(join(file, 'data'))).toThrow('cannot be used: Error: ENOTDIR')
})

test('one process cannot hold a folder twice, and can hold it again after letting go', () => {
  const folder = join(parent, 'twice')
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow('in use')
  unlock()
  expect(() => lockFolder(folder)()).not.toThrow()
})
