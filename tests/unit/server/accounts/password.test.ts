import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createHasher, HASH_COST } from '#server/accounts/password-jobs.ts'
import { isStrongPassword } from '#server/accounts/password-rules.ts'

const { hash: hashPassword, fits: fitsPassword } = createHasher(HASH_COST)

test('a password fits its own hash only, however the keyboard composes its letters', async () => {
  const hash = await hashPassword('Caf\u00e9Zaferan1')
  expect(await fitsPassword(hash, 'Cafe\u0301Zaferan1')).toBe(true)
  expect(await fitsPassword(hash, 'CafeZaferan1')).toBe(false)
  expect(await hashPassword('Caf\u00e9Zaferan1')).not.toBe(hash)
  expect(parseOptions(hash)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})

test('nobody’s password fits nothing, and takes about as long to find out', async () => {
  const hash = await hashPassword('Zaferan12')
  const medianMs = async (known: string | undefined) => {
    const times: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const begin = performance.now()
      expect(await fitsPassword(known, 'Another12')).toBe(false)
      times.push(performance.now() - begin)
    }
    return times.sort((a, b) => a - b)[3] ?? 0
  }
  const known = await medianMs(hash)
  const unknown = await medianMs(undefined)
  expect(unknown).toBeGreaterThan(known / 3)
  expect(unknown).toBeLessThan(known * 3)
})

test.each([
  ['Zaferan1', true],
  ['zaferan1', false],
  ['ZAFERAN1', false],
  ['Zaferann', false],
  ['Zafera1', false],
])('%s is strong: %s', (password, strong) => {
  expect(isStrongPassword(password)).toBe(strong)
})
