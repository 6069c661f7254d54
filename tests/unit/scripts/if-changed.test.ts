import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../src/scripts/child.mjs'
import { hashFiles, ifChanged } from '../../../src/scripts/if-changed.ts'

let folder = ''
const within = (path: string) => join(relative(ROOT, folder), path)
const hash = () => hashFiles([within('**'), 'no-such-file'])
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeEach(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cache', 'hash-'))
  mkdirSync(join(folder, 'deep'))
  write('deep/a.ts', 'a')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the same files give the same hash', () => {
  const before = hash()
  write('deep/a.ts', 'a')
  expect(hash()).toBe(before)
})

test('a changed, new or renamed file gives another', () => {
  const hashes = [hash()]
  write('deep/a.ts', 'b')
  hashes.push(hash())
  write('b.ts', '')
  hashes.push(hash())
  rmSync(join(folder, 'b.ts'))
  write('c.ts', '')
  hashes.push(hash())
  expect(new Set(hashes).size).toBe(4)
})

test('what tools generate from the others does not count', () => {
  const before = hash()
  write('deep/tree.gen.ts', 'generated')
  expect(hash()).toBe(before)
})

test('work is done again when its sources changed, and until it succeeded', async () => {
  const done: boolean[] = []
  const attempt = (succeeds: boolean) =>
    ifChanged({ sources: [within('deep/**')], stamp: within('stamp') }, async () => {
      done.push(succeeds)
      return { ok: succeeds, output: '' }
    })
  expect(await attempt(false)).toMatchObject({ ok: false })
  expect(await attempt(true)).toMatchObject({ ok: true })
  expect(await attempt(true)).toMatchObject({ ok: true })
  write('deep/a.ts', 'b')
  await attempt(true)
  expect(done).toEqual([false, true, true])
})
