import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashFiles } from '../../../.run/setup/hash-files.mjs'
import { ROOT } from '../../../.run/setup/root.mjs'

let folder = ''
const hash = () => hashFiles([join('.cache', basename(folder)), 'no-such-file'])
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
