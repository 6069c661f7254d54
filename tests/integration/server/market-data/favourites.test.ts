import { beforeAll, expect, test } from 'vitest'
import { favouriteRoutes } from '#server/market-data/favourite-routes.ts'
import { seedCatalogue } from '#server/operations/seed-catalogue.ts'
import { readCatalogue } from '#server/store/catalogue.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type AccountServer, startAccountServer } from '../accounts/account-server.ts'

onDatabase('favourite markets', (open) => {
  let server: AccountServer
  let token: string
  let other: string
  let seconds = 0

  beforeAll(async () => {
    const database = await open()
    await seedCatalogue(database)
    const catalogue = await readCatalogue(database)
    const now = () => Date.UTC(2026, 10, 1) + ++seconds * 1_000
    server = await startAccountServer(database, { more: () => favouriteRoutes({ database, catalogue, now }) })
    token = (await verifiedUser(database)).token
    other = (await verifiedUser(database)).token
  })

  const change = (method: 'PUT' | 'DELETE', market: string, of = token) =>
    server.ask(`/favourite-markets/${market}`, { method, token: of })
  const list = async (of = token) => (await server.ask('/favourite-markets', { token: of })).body.content

  test('are listed in the order in which they were chosen, for their owner alone', async () => {
    expect(await list()).toEqual([])
    for (const market of ['TETHER_TOMAN', 'BITCOIN_TOMAN', 'GOLD_TOMAN'])
      expect(await change('PUT', market)).toMatchObject({ status: 200 })
    expect(await list()).toEqual(['TETHER_TOMAN', 'BITCOIN_TOMAN', 'GOLD_TOMAN'])
    expect(await list(other)).toEqual([])
  })

  test('a second press keeps the place, and a removed market leaves it', async () => {
    await change('PUT', 'TETHER_TOMAN')
    expect(await list()).toEqual(['TETHER_TOMAN', 'BITCOIN_TOMAN', 'GOLD_TOMAN'])
    await change('DELETE', 'BITCOIN_TOMAN')
    expect((await change('DELETE', 'BITCOIN_TOMAN')).status).toBe(200)
    expect(await list()).toEqual(['TETHER_TOMAN', 'GOLD_TOMAN'])
  })

  test('a removal by another user removes nothing of theirs', async () => {
    await change('DELETE', 'GOLD_TOMAN', other)
    expect(await list()).toContain('GOLD_TOMAN')
  })

  test.each(['PUT', 'DELETE'] as const)('%s of an unknown market is refused and changes nothing', async (method) => {
    const before = await list()
    expect((await change(method, 'SAND_TOMAN')).body).toMatchObject({ code: 'MARKET_NOT_FOUND' })
    expect(await list()).toEqual(before)
  })
})
