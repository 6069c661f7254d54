import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CUSTODY_PARAMS, type CustodyMethod, type CustodyParams, SENDING_METHODS } from '#contract/custody.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { type CustodyProcess, custodyFolder, evmPolicy, startCustody } from '#tests/setup/custody-process.ts'

const TOKEN = 'the token of sending, known to jobs alone'
/** Ids that no user or group of the machine has: the process that asks, and the group that may open the socket. */
const ASKING = 64_417
const GROUP = 64_418

const network = 'ERC20'
const payment = { network, coin: 'ETHEREUM', to: `0x${'1'.repeat(40)}`, amount: '1' } as const
/** A question of each method that signs or sends. */
const SENDING: { [Method in CustodyMethod]?: CustodyParams<Method> } = {
  send: { ...payment, id: 'payment-1', approvals: [] },
  replace: { id: 'payment-1' },
  sweep: { id: 'sweep-1', network, index: 0, coin: 'ETHEREUM' },
  submit: { network, raw: '00' },
  attest: { network, statement: 'a'.repeat(64) },
}

let custody: CustodyProcess
let folder: string
let socket: string
let remove: () => Promise<void>

beforeAll(async () => {
  ;({ folder, remove } = await custodyFolder(evmPolicy()))
  // As the unit of systemd prepares it: what lies in the folder belongs to the group that may ask.
  const run = join(folder, 'run')
  mkdirSync(run)
  if (process.getuid?.() === 0) chownSync(run, 0, GROUP)
  chmodSync(run, 0o2750)
  chmodSync(folder, 0o711)
  socket = join(run, 'custody.sock')
  const env = { CUSTODY_SOCKET: socket, CUSTODY_SENDING_TOKEN: TOKEN }
  custody = startCustody({ folder, nodes: { ERC20: 'http://127.0.0.1:9/' }, env })
  await vi.waitUntil(() => custody.log().includes('custody is ready'), { timeout: 20_000 })
})
afterAll(async () => {
  await custody.kill()
  await remove()
})

const asking = (token?: string) => createCustodySocket({ path: socket, timeoutMs: 20_000, token })

test('each method either asks, or signs and needs the token', () => {
  expect([...SENDING_METHODS].sort()).toEqual(Object.keys(SENDING).sort())
  const others = Object.keys(CUSTODY_PARAMS).filter((method) => !SENDING_METHODS.has(method))
  // A method that is added is put on one side by hand.
  expect(others.sort()).toEqual(
    ['address', 'balances', 'check', 'draft', 'find', 'inspect', 'resume', 'scan', 'status', 'stop'].sort(),
  )
})

test.each([
  ['without a token', undefined],
  ['with a guess', 'the token of sending, known to jobs alike'],
])('a caller %s is answered, and has nothing signed or sent', async (_, token) => {
  const client = asking(token)
  expect(await client.ask('address', { network, index: 0 })).toMatchObject({ kind: 'answered' })
  expect(await client.ask('status', {})).toMatchObject({ kind: 'answered' })
  for (const [method, params] of Object.entries(SENDING))
    expect(await client.ask(method as 'send', params as never), method).toEqual({
      kind: 'refused',
      code: 'NOT_ALLOWED',
    })
  // Custody keeps no trace of the payment, so that its number is still free.
  expect(await client.ask('find', { id: 'payment-1' })).toMatchObject({ result: { state: 'UNKNOWN_INTENT' } })
  client.close()
})

test('a caller without the token shuts out no job by a fence of its own', async () => {
  const [stranger, jobs] = [asking(), asking(TOKEN)]
  const payments = { job: 'payments', number: 1 }
  await stranger.ask('status', {}, { ...payments, number: Number.MAX_SAFE_INTEGER })
  expect(await jobs.ask('replace', { id: 'payment-1' }, payments)).toEqual({ kind: 'refused', code: 'UNKNOWN_INTENT' })
  expect(await jobs.ask('status', {}, { ...payments, number: 0 })).toMatchObject({ code: 'LEASE_LOST' })
  for (const client of [stranger, jobs]) client.close()
})

test('a caller with the token comes to what custody itself decides', async () => {
  const client = asking(TOKEN)
  for (const [method, params] of Object.entries(SENDING)) {
    const reply = await client.ask(method as 'send', params as never)
    expect(reply, method).not.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(reply.kind, method).not.toBe('unavailable')
  }
  client.close()
  expect(custody.log()).not.toContain(TOKEN)
})

describe.skipIf(process.getuid?.() !== 0)('another user of the machine', () => {
  /** The words that a program in plain JavaScript prints as that user, in a group. */
  const asAnother = (program: string, gid: number) =>
    spawnSync(process.execPath, ['-e', program], { uid: ASKING, gid, cwd: '/', encoding: 'utf8' }).stdout.trim()
  const opening = (path: string) =>
    `try { require('fs').readFileSync(${JSON.stringify(path)}); console.log('read') } catch (e) { console.log(e.code) }`
  const connecting = () =>
    `const s = require('net').connect(${JSON.stringify(socket)}, () => { console.log('connected'); s.destroy() })
     s.on('error', (e) => console.log(e.code))`

  test('reads neither the seed nor the journal, and opens the socket as a member of its group alone', () => {
    expect(statSync(socket).mode & 0o777).toBe(0o660)
    for (const name of ['development-seed.json', 'journal.jsonl'])
      for (const gid of [ASKING, GROUP])
        expect([name, asAnother(opening(join(folder, name)), gid)]).toEqual([name, 'EACCES'])
    expect(asAnother(connecting(), ASKING)).toBe('EACCES')
    expect(asAnother(connecting(), GROUP)).toBe('connected')
  })
})
