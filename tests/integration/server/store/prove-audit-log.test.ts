import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordEvent } from '#server/store/accounts/audit-log.ts'
import { auditFault, checkAuditLog, proveAuditLog } from '#server/store/accounts/prove-audit-log.ts'
import type { Database, SqlValue } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const AT = new Date('2026-11-22T08:00:00.123Z')
const EVENTS = 12
/** Twelve events take five slices. */
const PACE = { rowsMax: 3 }

eachDatabase('the proof of the audit log', (open) => {
  let database: Database
  let userId: number
  const add = async (kind: string) => {
    const event = {
      at: AT,
      kind,
      userId,
      ip: '5.160.1.1',
      device: 'Chrome, Android',
      details: { before: 'SMS', after: 'کد' },
    }
    await database.transaction((tx) => recordEvent(tx, event))
  }
  /** Changes rows as the owner of the database could. */
  const tamper = (sql: string, values: readonly SqlValue[] = []) =>
    database.transaction(async (tx) => {
      await tx.script('alter table audit_log disable trigger audit_log_is_append_only')
      await tx.query(sql, values)
      await tx.script('alter table audit_log enable trigger audit_log_is_append_only')
    })
  const prove = () => proveAuditLog(database, PACE)

  beforeAll(async () => {
    database = await open()
    userId = (await verifiedUser(database)).userId
  })
  beforeEach(async () => {
    const nothing = `last_id = 0, last_hash = decode(repeat('00', 32), 'hex')`
    await tamper('delete from audit_log')
    await database.query(`update audit_head set ${nothing}`)
    await database.query(`update audit_proofs set ${nothing}, fault = null`)
    for (let event = 1; event <= EVENTS; event++) await add(`EVENT_${event}`)
  })

  test('finds every event where it was put, goes on from where it ended, and counts what it has read', async () => {
    expect(await prove()).toEqual([])
    await add('LATER')
    expect(await prove()).toEqual([])
    const [point] = await database.query<{ last_id: bigint }>('select last_id from audit_proofs')
    expect(point?.last_id).toBe(BigInt(EVENTS + 1))
    expect(await checkAuditLog(database)).toEqual({ events: EVENTS + 1, faults: [] })
  })

  test('proves an empty log, and one that grows beside it', async () => {
    const empty = await open()
    expect(await checkAuditLog(empty)).toEqual({ events: 0, faults: [] })
    const growing = Array.from({ length: 12 }, (_, index) => add(`BESIDE_${index}`))
    const proofs = Array.from({ length: 5 }, () => prove())
    expect((await Promise.all(proofs)).flat()).toEqual([])
    await Promise.all(growing)
    expect(await checkAuditLog(database)).toEqual({ events: EVENTS + 12, faults: [] })
  })

  describe.each([
    ['a changed detail', `update audit_log set details = '{}' where id = 7`, /event 7 \(EVENT_7\) does not follow/],
    ['a changed time', `update audit_log set at = at + interval '1 ms' where id = 7`, /event 7 .*does not follow/],
    ['another user', 'update audit_log set user_id = null where id = 7', /event 7 .*does not follow/],
    [
      'a forged hash',
      `update audit_log set hash = decode(repeat('11', 32), 'hex') where id = 7`,
      /event 7 .*not follow/,
    ],
    ['a removed event', 'delete from audit_log where id = 7', /events 7 to 7 are missing/],
    ['removed events at the end', 'delete from audit_log where id > 10', /events 11 to 12 are missing/],
    ['all events removed', 'delete from audit_log', /events 1 to 12 are missing/],
    [
      'an event that nobody recorded',
      `insert into audit_log select 13, at, 'FORGED', user_id, operator_id, ip, device, details, hash from audit_log where id = 12`,
      /event 13 \(FORGED\) does not follow/,
    ],
    ['a head that was set back', 'update audit_head set last_id = 11', /head of the audit log stands at event 11/],
    ['another head', `update audit_head set last_hash = decode(repeat('11', 32), 'hex')`, /another hash than event 12/],
  ])('finds %s', (_what, sql, sentence) => {
    test('before it was proven, and says so until a check finds the log clean', async () => {
      await tamper(sql)
      expect(await prove()).toEqual([expect.stringMatching(sentence)])
      expect(await auditFault(database)).toMatch(sentence)
      expect((await checkAuditLog(database)).faults).toEqual([expect.stringMatching(sentence)])
    })

    test('in the whole log after it was proven', async () => {
      expect(await prove()).toEqual([])
      await tamper(sql)
      expect((await checkAuditLog(database)).faults).toEqual([expect.stringMatching(sentence)])
    })
  })

  test('finds that proven events were removed together with the head that named them', async () => {
    expect(await prove()).toEqual([])
    await tamper(
      `with gone as (delete from audit_log where id > 10)
      update audit_head set last_id = 10, last_hash = (select hash from audit_log where id = 10)`,
    )
    expect(await prove()).toEqual([expect.stringMatching(/event 12 was changed or removed after it was proven/)])
    // The remaining rows are consistent, and the whole check does not use the record of what was proven.
    expect(await checkAuditLog(database)).toEqual({ events: 10, faults: [] })
    expect(await auditFault(database)).toBeUndefined()
  })
})
