import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { preparedTraders } from '#tests/builders/prepared-traders.ts'
import type { VerifiedUser } from '#tests/builders/verified-user.ts'
import {
  type CustodyProcess,
  custodyFolder,
  evmPolicy,
  startCustody,
  TEST_CHAIN_ID,
} from '#tests/setup/custody-process.ts'
import { freePort } from '#tests/setup/free-port.ts'
import type { FreshDatabase } from '#tests/setup/fresh-folder.ts'
import { freshServerDatabase } from '#tests/setup/fresh-server-database.ts'
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts'
import { type Anvil, startAnvil } from '../../../src/scripts/anvil.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const PROCESS_SECRET = 'known to these processes and nobody else'
const CUSTODY_SENDING_TOKEN = 'the token of sending, known to jobs alone'
const Address = z.object({ baseDTO: z.object({ address: z.string() }) })

// The built-in database admits one process.
describe.skipIf(!serverUrl)('a process that answers customers, beside custody', () => {
  let fresh: FreshDatabase
  let trader: VerifiedUser | undefined
  let anvil: Anvil
  let place: { folder: string; remove: () => Promise<void> }
  let custody: CustodyProcess
  let CUSTODY_SOCKET: string
  const running: ServerProcess[] = []
  const start = async (env: Readonly<Record<string, string>>) => {
    const server = await startServerProcess(fresh.settings, { PROCESS_SECRET, CUSTODY_SOCKET, ...env })
    running.push(server)
    return server
  }

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: TEST_CHAIN_ID })
    place = await custodyFolder(evmPolicy())
    CUSTODY_SOCKET = join(place.folder, 'custody.sock')
    const env = { CUSTODY_SOCKET, CUSTODY_SENDING_TOKEN }
    custody = startCustody({ folder: place.folder, nodes: { ERC20: anvil.url }, env })
    await vi.waitUntil(() => custody.log().includes('custody is ready'), { timeout: 20_000 })
    fresh = await freshServerDatabase(serverUrl ?? '')
    ;[trader] = await preparedTraders(fresh.settings, { count: 1, funds: ['1000 TOMAN'] })
    await start({ ROLE: 'writer', WRITER_ADDRESS: `http://127.0.0.1:${await freePort()}` })
  })
  afterAll(async () => {
    await Promise.all(running.map((each) => each.kill()))
    await custody.kill()
    await anvil.stop()
    await place.remove()
    await fresh.remove()
  })

  test('gives customers their addresses without the token of sending', async () => {
    const api = await start({ ROLE: 'api' })
    const path = '/api/wallets/customer/wallet-address?tokenType=ERC20&relatedCoin=ETHEREUM'
    const ask = () => fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${trader?.token}` } })
    await expect.poll(async () => (await ask()).status).toBe(200)
    expect(Address.parse(await (await ask()).json()).baseDTO.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  test('does not start with the token, nor jobs without it', async () => {
    const named = /CUSTODY_SENDING_TOKEN must/
    await expect(start({ ROLE: 'api', CUSTODY_SENDING_TOKEN })).rejects.toThrow(named)
    await expect(start({ ROLE: 'jobs' })).rejects.toThrow(named)
    await expect(start({ ROLE: 'jobs', CUSTODY_SENDING_TOKEN })).resolves.toBeDefined()
  })
})
