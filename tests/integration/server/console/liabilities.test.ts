import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOfTehranDay } from '#domain/jalali.ts'
import type { Database } from '#server/store/database.ts'
import { findDue, publishStatement, takeBalances } from '#server/store/wallets/liabilities.ts'
import { onDatabase } from '#tests/setup/databases.ts'
import { type ConsoleServer, startConsoleServer, type TestOperator } from './console-server.ts'

onDatabase('a statement of liabilities out of turn', (open) => {
  let database: Database
  let server: ConsoleServer
  let sara: TestOperator
  let reza: TestOperator

  beforeAll(async () => {
    database = await open()
    server = await startConsoleServer(database)
    sara = await server.addOperator('Sara Karimi')
    reza = await server.addOperator('Reza Amini')
    await server.exchange.gives('ali', '1000 TOMAN')
  })
  afterAll(() => server.close())

  const due = () => findDue(database, startOfTehranDay(server.people.accounts.now()))

  test('takes two operators, and then is due although that of the day is published', async () => {
    const at = server.people.accounts.now()
    expect(await due()).toBe(1)
    const begun = { number: 1, secret: Buffer.alloc(1) }
    await takeBalances(database, { ...begun, at })
    await publishStatement(database, begun, { statement: '{}', fingerprint: '0'.repeat(64) })
    expect(await due()).toBeUndefined()
    const json = { reason: 'A journalist asks' }
    const asked = await server.ask('/operations/liabilities/propose', { json, token: await server.logIn(sara) })
    const id = String(asked.body.baseDTO?.id)
    const another = await server.ask('/operations/liabilities/propose', { json, token: await server.logIn(reza) })
    expect(another).toMatchObject({ status: 409, body: { code: 'PROPOSAL_EXISTS' } })
    const approve = async (who: TestOperator) =>
      server.ask(`/operations/proposals/${id}/approve`, { json: { reason: 'Agreed' }, token: await server.logIn(who) })
    expect(await approve(sara)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES_REQUIRED' } })
    expect(await due()).toBeUndefined()
    let woken = 0
    const stop = database.onAnnounced('liabilities ordered', () => {
      woken += 1
    })
    expect((await approve(reza)).status).toBe(200)
    stop()
    expect(woken).toBe(1)
    expect(await due()).toBe(2)
    const events = await database.query<{ kind: string }>('select kind from audit_log order by id')
    const kinds = events.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['PUBLISH_LIABILITIES_PROPOSED', 'LIABILITIES_ORDERED']))
  })
})
