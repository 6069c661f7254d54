import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { getLiabilities, getLiabilityProof, getLiabilityStatement, LiabilityProof } from '#contract/liabilities.ts'
import { rejected } from '#contract/rejected.ts'
import { checkProof } from '#domain/check-liabilities.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { LiabilityBoard } from '#server/wallets/liabilities/liability-board.ts'
import { publishLiabilities } from '#server/wallets/liabilities/publish-liabilities.ts'
import { liabilityRoutes } from '#server/wallets/liabilities/routes.ts'
import { callerOf } from '#tests/builders/caller.ts'
import { COINS } from '#tests/builders/coins.ts'
import { startHttpServer } from '#tests/builders/http-server.ts'
import { KEY, NODE_CRYPTOGRAPHY, provenBy } from '#tests/builders/liability-tree.ts'
import { idOf } from '#tests/builders/people.ts'
import { funds } from '#tests/builders/quantities.ts'
import { openTestExchange, type TestExchange } from '#tests/builders/test-exchange.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const TOKEN = 'session-of-user-'

onDatabase('the endpoints of the proof of liabilities', (open) => {
  let exchange: TestExchange
  let server: Awaited<ReturnType<typeof startHttpServer>>
  let proofs = 0

  beforeAll(async () => {
    const database = await open()
    exchange = await openTestExchange(database)
    await exchange.gives('ali', '1000 TOMAN')
    await exchange.gives('mina', '1000 TOMAN')
    const services = {
      ...{ database, key: KEY, custody: undefined, now: () => new Date() },
      catalogue: { coins: COINS, coinBySymbol: new Map(COINS.map((coin) => [coin.symbol, coin])) },
      sealer: createSealer([{ id: 1, key: Buffer.alloc(32, 1) }]),
      log: { warn: () => undefined, error: () => undefined },
    }
    const board = new LiabilityBoard(services)
    await publishLiabilities(services, new AbortController().signal)
    await board.reload()
    const countProof = async () => {
      proofs += 1
      return proofs > 3 ? rejected('TOO_MANY_REQUESTS') : undefined
    }
    server = await startHttpServer(liabilityRoutes({ ...services, board, countProof }), {
      findCaller: (token) => {
        const userId = Number(token.slice(TOKEN.length))
        return callerOf(userId, { supervisor: userId === idOf('mina') })
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await exchange.close()
  })

  const ask = (path: string, who?: string) =>
    fetch(`${server.url}/api${path}`, {
      headers: who === undefined ? {} : { authorization: `Bearer ${TOKEN}${idOf(who)}` },
    })

  test('everybody reads the statement, which caches may keep and which names no customer', async () => {
    const reply = await ask('/liabilities')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    const text = await reply.text()
    const { baseDTO, content }: Reply<typeof getLiabilities> = getLiabilities.response.parse(JSON.parse(text))
    expect(baseDTO?.statement.coins).toMatchObject([{ coin: 'TOMAN', total: funds('2000 TOMAN').amount.toString() }])
    expect(content.map(({ number }) => number)).toEqual(['1'])
    expect(text).not.toMatch(/account-|\+98|nonce|secret/)
    const one = getLiabilityStatement.response.parse(await (await ask('/liabilities/1')).json())
    expect(one.baseDTO).toEqual(baseDTO)
    expect((await ask('/liabilities/2')).status).toBe(404)
  })

  test('a customer alone gets the own proof, which nothing keeps', async () => {
    expect((await ask('/liabilities/1/proof')).status).toBe(401)
    const reply = await ask('/liabilities/1/proof', 'ali')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const proof = LiabilityProof.parse(getLiabilityProof.response.parse(await reply.json()).baseDTO)
    expect(provenBy(await checkProof(proof, NODE_CRYPTOGRAPHY))).toMatchObject([{ proven: funds('1000 TOMAN').amount }])
  })

  test('who was owed nothing reads so, a market maker is told nothing, and too many are refused', async () => {
    const nothing = await ask('/liabilities/1/proof', 'sara')
    expect(nothing.status).toBe(404)
    expect(await nothing.json()).toMatchObject({ code: 'NO_BALANCE_IN_STATEMENT' })
    const closed = await ask('/liabilities/1/proof', 'mina')
    expect(closed.status).toBe(404)
    expect(await closed.json()).toMatchObject({ code: 'NOT_FOUND' })
    expect((await ask('/liabilities/1/proof', 'ali')).status).toBe(200)
    expect((await ask('/liabilities/1/proof', 'ali')).status).toBe(429)
  })
})
