import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Rejected } from '#contract/rejected.ts'
import type { KeyRight } from '#domain/api-key.ts'
import { ACCOUNT_SETTINGS } from '#server/accounts/accounts.ts'
import { createApiKeys } from '#server/accounts/api-keys/api-keys.ts'
import { createApiKey } from '#server/accounts/api-keys/routes.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { createSessions } from '#server/accounts/sessions.ts'
import type { Database } from '#server/store/database.ts'
import { credit } from '#tests/builders/commands.ts'
import { keyMaker } from '#tests/builders/proven-anew.ts'
import { signCall } from '#tests/builders/sign-call.ts'
import { openTradingServer, type TradingServer } from '#tests/builders/trading-server.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const PROGRAM = fileURLToPath(new URL('../../../../src/server/http/example-program.mjs', import.meta.url))
const run = promisify(execFile)

onDatabase('the example program of the API document', (open) => {
  let database: Database
  let server: TradingServer
  let url: string
  const sealer = createSealer([{ id: 1, key: Buffer.alloc(32, 7) }])
  const now = () => new Date()

  beforeAll(async () => {
    database = await open()
    // A server refuses calls signed before it started.
    const started = Date.now() - 2_000
    let asked = 0
    const apiKeys = createApiKeys({ database, sealer, now: () => (asked++ === 0 ? new Date(started) : now()) })
    server = await openTradingServer(database, { findSigner: apiKeys.findSigner })
    url = await server.listen()
  })
  afterAll(() => server.close())

  async function customer(rights: KeyRight[]) {
    const { userId, token } = await verifiedUser(database, { at: now() })
    await server.exchange.submit({ ...credit('ali', '1000000 TOMAN', { key: `money-${userId}`, at: 0 }), userId })
    const sessions = createSessions({ database, now, settings: ACCOUNT_SETTINGS })
    const owner = { ...(await keyMaker({ database, sessions, now }, token)), ip: '127.0.0.1', device: 'test' }
    const asked = { name: 'bot', rights, addresses: ['127.0.0.1'], expiresAt: undefined }
    const created = await createApiKey({ database, sealer, now }, owner, asked)
    if (created instanceof Rejected) throw new Error(created.code)
    return { userId, ...created }
  }

  const runs = ({ key, secret }: { key: string; secret: string }) =>
    run(process.execPath, [PROGRAM, 'GOLD_TOMAN', '0.1', '1000000'], {
      env: { KIMIA_URL: url, KIMIA_KEY: key, KIMIA_SECRET: secret },
    })

  test('places an order and cancels it', async () => {
    const { stdout } = await runs(await customer(['read', 'trade']))
    expect(stdout).toMatch(/^placed (\d+): IS_OPEN\nopen: \1\ncancelled \1: CANCELLED_BY_USER\n$/)
  })

  test('is told what its key may not do', async () => {
    await expect(runs(await customer(['read']))).rejects.toThrow('API_KEY_RIGHT_MISSING')
    await expect(runs({ ...(await customer(['trade'])), secret: 'wrong' })).rejects.toThrow('API_KEY_REFUSED')
  })

  test('a key that trades buys nothing that leaves at once; one that may withdraw does', async () => {
    const path = '/api/exchange/buy'
    const body = JSON.stringify({
      marketType: 'ETHEREUM_TETHER',
      orderType: 'EXCHANGE_BUY',
      amount: '1',
      unitPrice: '100',
      totalPrice: '100',
      destinationWallet: '0x52908400098527886E0F7030069857D2E4169EE7',
      tokenType: 'ERC20',
    })
    const buys = async (rights: KeyRight[]) => {
      const signed = signCall(await customer(rights), { method: 'POST', path, body, at: now() })
      const headers = { ...signed, 'content-type': 'application/json', 'idempotency-key': 'buy-of-this-test' }
      const { code } = await (await fetch(url + path, { method: 'POST', headers, body })).json()
      return code
    }
    expect(await buys(['trade'])).toBe('API_KEY_RIGHT_MISSING')
    expect(await buys(['trade', 'withdraw'])).not.toBe('API_KEY_RIGHT_MISSING')
    expect(await buys(['withdraw'])).toBe('API_KEY_RIGHT_MISSING')
  })
})
