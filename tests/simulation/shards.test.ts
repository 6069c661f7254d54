import { expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { Chance } from './chance.ts'
import { Shards, type Slip } from './shards.ts'

const STEPS = 40
const SEEDS_UNTIL_NOTICED = 10

onDatabase('reserve and settle between two shards', (open) => {
  const simulate = async (seed: number, slip: Slip) => {
    const databases: readonly [Database, Database] = [await open(), await open()]
    const shards = new Shards(databases, { chance: new Chance(seed), slip })
    await shards.run(STEPS)
    return shards
  }

  test.each([11, 12, 13])('no unit is lost or made, whatever is lost, killed or crashes: seed %i', async (seed) => {
    const shards = await simulate(seed, 'none')
    expect(shards.faults).toEqual([])
    expect(shards.moved).toBeGreaterThan(3)
  })

  test.each<Slip>(['pays in before it pays out', 'asks under a new key', 'forgets what it had begun'])(
    'a protocol that %s is noticed',
    async (slip) => {
      let faults: readonly string[] = []
      for (let seed = 21; seed < 21 + SEEDS_UNTIL_NOTICED && faults.length === 0; seed += 1)
        faults = (await simulate(seed, slip)).faults
      expect(faults).not.toEqual([])
    },
  )
})
