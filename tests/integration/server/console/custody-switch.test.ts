import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getCustody } from '#contract/operations-custody.ts'
import type { CustodyClient } from '#server/providers/custody/custody.ts'
import { createCustodySocket } from '#server/providers/custody/custody-socket.ts'
import { custodyOperators } from '#tests/builders/custody-operators.ts'
import { type CustodyProcess, custodyFolder, evmPolicy, startCustody } from '#tests/setup/custody-process.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

const operators = custodyOperators('leila', 'omid')

onDatabase('the switch of the real custody', (open) => {
  let server: ConsoleServer
  let process: CustodyProcess
  let client: CustodyClient
  let remove: () => Promise<void>
  let sara: TestOperator

  beforeAll(async () => {
    const place = await custodyFolder(evmPolicy({ operators: operators.inPolicy }))
    remove = place.remove
    const path = join(place.folder, 'custody.sock')
    // Nobody listens there: the switch needs no node.
    const nodes = { ERC20: 'http://127.0.0.1:9' }
    process = startCustody({ folder: place.folder, nodes, env: { CUSTODY_SOCKET: path } })
    await vi.waitUntil(() => process.log().includes('custody is ready'), { timeout: 10_000 })
    client = createCustodySocket({ path, timeoutMs: 10_000 })
    server = await startConsoleServer(await open(), { custody: client })
    sara = await server.addOperator('Sara Karimi', ['RISK'])
  })
  afterAll(async () => {
    client?.close()
    await process?.kill()
    await server?.close()
    await remove?.()
  })

  const ask = async (path: string, json?: object) =>
    server.ask(`/operations/custody${path}`, {
      ...(json ? { json: { reason: 'An exercise', ...json } } : { method: 'GET' }),
      token: await server.logIn(sara),
    })
  const state = async () => getCustody.response.parse((await ask('')).body).baseDTO

  test('it stops by one operator, and goes on with the signatures of two over the text of this stop', async () => {
    expect(await state()).toMatchObject({ state: 'ANSWERS', stoppedAt: null, networks: [{ reachable: false }] })
    expect((await ask('/stop', {})).status).toBe(200)
    const { stoppedAt, resumeText } = await state()
    const signed = operators.approvals
    const resume = async (approvals: object[]) => (await ask('/resume', { stoppedAt, approvals })).body.code
    expect(await resume([])).toBe('APPROVALS_NEEDED')
    expect(await resume(signed(resumeText ?? '').slice(1))).toBe('APPROVALS_NEEDED')
    expect(await resume(signed('another text'))).toBe('APPROVAL_INVALID')
    expect(await state()).toMatchObject({ stoppedAt })
    expect(await resume(signed(resumeText ?? ''))).toBeUndefined()
    expect(await state()).toMatchObject({ stoppedAt: null, resumeText: null })
    expect(await resume(signed(resumeText ?? ''))).toBe('NOTHING_TO_CHANGE')
    const rows = await server.people.accounts.database.query<object>(
      `select kind, details::json as details from audit_log where kind like 'CUSTODY%' order by id`,
    )
    expect(rows).toEqual([
      { kind: 'CUSTODY_STOPPED', details: { reason: 'An exercise' } },
      { kind: 'CUSTODY_RESUMED', details: { reason: 'An exercise', signedBy: 'leila, omid' } },
    ])
  })
})
