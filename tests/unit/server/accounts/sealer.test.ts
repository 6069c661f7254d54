import { expect, test } from 'vitest'
import { createSealer } from '#server/accounts/sealer.ts'

const OLD = { id: 1, key: Buffer.alloc(32, 1) }
const NEW = { id: 2, key: Buffer.alloc(32, 2) }
const SECRET = Buffer.from('a secret that must not be read')

test('what is sealed opens for its own context alone, and does not show what it is', () => {
  const sealer = createSealer([NEW])
  const sealed = sealer.seal(SECRET, 'totp:1')
  expect(sealed.includes(SECRET)).toBe(false)
  expect(sealer.open(sealed, 'totp:1')).toEqual(SECRET)
  expect(() => sealer.open(sealed, 'totp:2')).toThrow()
})

test('two seals of the same bytes are not alike', () => {
  const sealer = createSealer([NEW])
  expect(sealer.seal(SECRET, 'totp:1')).not.toEqual(sealer.seal(SECRET, 'totp:1'))
})

test('a changed byte anywhere is noticed', () => {
  const sealer = createSealer([NEW])
  const sealed = sealer.seal(SECRET, 'totp:1')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(() => sealer.open(changed, 'totp:1')).toThrow()
  }
  expect(() => sealer.open(sealed.subarray(0, 20), 'totp:1')).toThrow()
})

test('after a rotation the older key still opens, the new one seals, and what is old is known', () => {
  const before = createSealer([OLD]).seal(SECRET, 'totp:1')
  const rotated = createSealer([NEW, OLD])
  expect(rotated.open(before, 'totp:1')).toEqual(SECRET)
  expect(rotated.isOld(before)).toBe(true)
  const after = rotated.seal(SECRET, 'totp:1')
  expect(rotated.isOld(after)).toBe(false)
  expect(() => createSealer([OLD]).open(after, 'totp:1')).toThrow('no key opens')
})
