import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import { freshFolder } from '#tests/setup/fresh-folder.ts'
import { startServerProcess } from '#tests/setup/server-process.ts'
import { missingKeys, type SpecifiedRequest, send, withUnknownKey } from './calls.ts'

/** The real server with two funded traders, and checks of it against section 7. */
export interface SpecifiedServer {
  readonly url: string
  readonly trader: VerifiedUser
  readonly seller: VerifiedUser
  /** The request succeeds, its answer has the named keys, and one key more than specified is refused. */
  expectAnswer(request: SpecifiedRequest, keys: readonly string[]): Promise<unknown>
  /** One key more than specified is refused. */
  expectStrict(request: SpecifiedRequest): Promise<void>
  /** The prices for buying and selling one coin by quick trade, in Toman. */
  quotedPrice(coin: string): Promise<{ readonly buyPrice: string; readonly sellPrice: string }>
  close(): Promise<void>
}

const PRICE_WAIT = { timeout: 15_000, interval: 100 }
const Prices = z.object({ content: z.array(z.object({ buyPrice: z.string(), sellPrice: z.string() })) })

export async function openSpecifiedServer(): Promise<SpecifiedServer> {
  const fresh = await freshFolder()
  const funds = ['100000000000 TOMAN', '100 GOLD']
  const [trader, seller] = await preparedTraders(fresh.settings, { count: 2, funds })
  if (!trader || !seller) throw new Error('there are no traders')
  const server = await startServerProcess(fresh.settings, { PRICE_POLL_MS: '1000', CAPTCHA_PROVIDER: 'off' })
  const { url } = server
  const expectStrict = async (request: SpecifiedRequest) => {
    const stranger = withUnknownKey(request)
    if (!stranger) return
    const refused = await send(url, stranger)
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', field: 'nobodyKnows' } })
  }
  return {
    url,
    trader,
    seller,
    expectStrict,
    async expectAnswer(request, keys) {
      const { status, body } = await send(url, request)
      expect({ status, missing: missingKeys(body, keys), ...(status === 200 ? {} : { body }) }).toEqual({
        status: 200,
        missing: [],
      })
      await expectStrict(request)
      return body
    },
    async quotedPrice(toCurrencies) {
      // Right after a start the feed may not have answered yet.
      return vi.waitFor(async () => {
        const { body } = await send(url, { method: 'GET', path: '/coins/exchange-price/usd', query: { toCurrencies } })
        const [price] = Prices.parse(body).content
        if (!price) throw new Error(`${toCurrencies} has no price`)
        return price
      }, PRICE_WAIT)
    },
    async close() {
      await server.kill()
      await fresh.remove()
    },
  }
}

export const get = (path: string, query?: Record<string, string>): SpecifiedRequest => ({
  method: 'GET',
  path,
  ...(query ? { query } : {}),
})

/** The keys of every row of a list, and those of a single object. */
export const rows = (...names: string[]) => names.map((name) => `content[].${name}`)
export const dto = (...names: string[]) => names.map((name) => `baseDTO.${name}`)
