import { createServer, type IncomingMessage } from 'node:http'
import { powerOfTen } from '../domain/decimal.ts'
import type { DevelopmentChains } from './development-chains.ts'

/** Enough to try a deposit of each coin; a node of Litecoin gives a whole block's reward, whatever is asked for. */
export const GIFTS = [
  { network: 'ERC20', coin: 'TETHER', coins: 1_000n, decimals: 6 },
  { network: 'ERC20', coin: 'ETHEREUM', coins: 1n, decimals: 18 },
  { network: 'BEP20', coin: 'BINANCE_COIN_BSC', coins: 5n, decimals: 18 },
  { network: 'POLYGON', coin: 'MATIC', coins: 1_000n, decimals: 18 },
  { network: 'TRC20', coin: 'TETHER', coins: 1_000n, decimals: 6 },
  { network: 'TRC20', coin: 'TRON', coins: 1_000n, decimals: 6 },
  { network: 'BTC', coin: 'BITCOIN', coins: 1n, decimals: 8 },
  { network: 'XRP', coin: 'RIPPLE', coins: 500n, decimals: 6 },
  { network: 'XLM', coin: 'STELLAR', coins: 2_000n, decimals: 7 },
  { network: 'LTC', coin: 'LITE_COIN', coins: 50n, decimals: 8 },
  { network: 'BCH', coin: 'BITCOIN_CASH', coins: 5n, decimals: 8 },
  { network: 'DOGE', coin: 'DOGE_COIN', coins: 5_000n, decimals: 8 },
] as const

const BODY_BYTES_MAX = 1_000

/**
 * Serves coins of the development chains to the sandbox's page, on a free port of this machine: `GET` answers with the gifts, and `POST` with
 * `{network, coin, to, tag}` pays one. It refuses with 503 until the chains are up.
 */
export async function serveFaucet(chains: Promise<DevelopmentChains>): Promise<string> {
  let started: DevelopmentChains | undefined
  chains.then(
    (up) => {
      started = up
    },
    // The chains' own starter says why they are away.
    () => undefined,
  )
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request, started)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the faucet has no port')
  return `http://127.0.0.1:${address.port}`
}

async function answer(request: IncomingMessage, chains: DevelopmentChains | undefined): Promise<[number, object]> {
  if (!chains) return [503, { reason: 'the chains are not up yet' }]
  const gifts = GIFTS.filter(({ network }) => chains.networks.includes(network))
  if (request.method !== 'POST') {
    return [200, { gifts: gifts.map(({ network, coin, coins }) => ({ network, coin, amount: String(coins) })) }]
  }
  try {
    const asked: unknown = JSON.parse(await bodyOf(request))
    const { network, coin, to, tag } = { network: '', coin: '', to: '', tag: '', ...(asked as object) }
    const gift = gifts.find((each) => each.network === network && each.coin === coin)
    if (!gift) return [400, { reason: 'there is no such gift' }]
    const place = { to: String(to), ...(tag !== '' && { tag: String(tag) }) }
    await chains.fund({ network, coin, ...place, amount: gift.coins * powerOfTen(gift.decimals) })
    return [200, {}]
  } catch (error) {
    return [400, { reason: error instanceof Error ? error.message : String(error) }]
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > BODY_BYTES_MAX) throw new Error('the question is too long')
  }
  return text
}
