import { expect, test } from 'vitest'
import { AGE_MS_MAX, AHEAD_MS_MAX, SharedNonces } from '#server/accounts/api-keys/signature.ts'
import { pruneHistory } from '#server/store/prune-history.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const NOW = Date.parse('2026-11-29T08:00:00Z')
const at = (ms: number) => new Date(NOW + ms)
const call = (nonce: string, ms = 0, keyId = 1) => ({ keyId, nonce, timeMs: NOW + ms })

onDatabase('nonces of several processes', (open) => {
  test('of many calls with one nonce, at whichever process, one is taken, also by a process that has just begun', async () => {
    const database = await open()
    const [one, other] = [new SharedNonces(database), new SharedNonces(database)]
    const taken = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).take(call('a'), at(0))))
    expect(taken.filter((each) => each === 'new')).toHaveLength(1)
    expect(taken.filter((each) => each === 'used')).toHaveLength(19)
    expect(await new SharedNonces(database).take(call('a'), at(AGE_MS_MAX))).toBe('used')
    expect(await one.take(call('a', 0, 2), at(0))).toBe('new')
  })

  test('a call is taken within its time alone, and its nonce is forgotten long after', async () => {
    const database = await open()
    const nonces = new SharedNonces(database)
    expect(await nonces.take(call('late', -AGE_MS_MAX - 1), at(0))).toBe('outside')
    expect(await nonces.take(call('early', AHEAD_MS_MAX + 1), at(0))).toBe('outside')
    expect(await nonces.take({ keyId: 1, nonce: 'never', timeMs: Number.NaN }, at(0))).toBe('outside')
    expect(await nonces.take(call('b'), at(0))).toBe('new')
    const count = async () => (await database.query('select 1 from used_nonces')).length
    await pruneHistory(database, { now: at(AGE_MS_MAX + AHEAD_MS_MAX), stopping: new AbortController().signal })
    expect(await count()).toBe(1)
    await pruneHistory(database, { now: at(2 * 3_600_000), stopping: new AbortController().signal })
    expect(await count()).toBe(0)
  })
})
