import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DerivedList } from '#custody/derived-list.ts'

let folder: string
let derived: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kimia-derived-'))
  derived = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'addresses.txt')
const open = (extendedPublicKey = 'xpub-one') =>
  new DerivedList({
    derive: (index) => {
      derived += 1
      return `${extendedPublicKey}/${index}`
    },
    extendedPublicKey,
    file: file(),
  })
const indices = (list: DerivedList, count: number, key = 'xpub-one') =>
  Array.from({ length: count }, (_, index) => list.indexOf(`${key}/${index}`))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a list of derived addresses', () => {
  test('has no gap, however many calls derive it at once', async () => {
    const list = open()
    await Promise.all([list.ensure(450), list.ensure(901), list.ensure(300), list.ensure(902)])
    expect(indices(list, 902)).toEqual(upTo(902))
    expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(904)
  })
  test('is read at the next start instead of derived', async () => {
    await open().ensure(500)
    derived = 0
    const again = open()
    await again.ensure(501)
    expect(derived).toBeLessThan(15)
    expect(indices(again, 501)).toEqual(upTo(501))
    expect(indices(open(), 501)).toEqual(upTo(501))
  })
  test('is made anew where its file is of another account, cut off, or has other lines', async () => {
    await open().ensure(20)
    const text = readFileSync(file(), 'utf8')
    for (const broken of [text.slice(0, -3), text.replaceAll('one/', 'two/'), text.replace('one/19', 'one/18'), '']) {
      writeFileSync(file(), broken)
      const list = open()
      await list.ensure(20)
      expect(indices(list, 20)).toEqual(upTo(20))
      expect(readFileSync(file(), 'utf8')).toBe(text)
    }
    const other = open('xpub-two')
    await other.ensure(20)
    expect(indices(other, 20, 'xpub-two')).toEqual(upTo(20))
    expect(indices(other, 20)).not.toContain(0)
  })
})
