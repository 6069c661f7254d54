import { expect, test } from 'vitest'
import { queueNotice } from '#server/notifications/queue-notice.ts'
import { type AuditEvent, hashOf, recordEvent } from '#server/store/accounts/audit-log.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

const AT = new Date('2026-11-22T08:00:00.123Z')
const event = (kind: string, userId: number): AuditEvent => ({
  at: AT,
  kind,
  userId,
  ip: '5.160.1.1',
  device: 'Chrome, Android',
  details: { before: 'SMS', after: 'کد' },
})

interface Row {
  id: bigint
  kind: string
  details: string
  hash: Uint8Array
}

eachDatabase('the audit log', (open) => {
  test('each event is bound to the one before it, also where many come at once', async () => {
    const database = await open()
    const { userId } = await verifiedUser(database)
    const kinds = Array.from({ length: 12 }, (_, index) => `EVENT_${index}`)
    await Promise.all(kinds.map((kind) => database.transaction((tx) => recordEvent(tx, event(kind, userId)))))
    const rows = await database.query<Row>('select id, kind, details, hash from audit_log order by id')
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
    let previous: Uint8Array = Buffer.alloc(32)
    for (const [index, row] of rows.entries()) {
      expect(row.id).toBe(BigInt(index + 1))
      previous = hashOf({ ...event(row.kind, userId), id: index + 1, details: row.details }, previous)
      expect(Buffer.from(row.hash)).toEqual(Buffer.from(previous))
    }
  })

  test('no event can be changed or removed', async () => {
    const database = await open()
    const { userId } = await verifiedUser(database)
    await database.transaction((tx) => recordEvent(tx, event('PASSWORD_CHANGED', userId)))
    await expect(database.query("update audit_log set kind = 'NOTHING'")).rejects.toThrow('never changed')
    await expect(database.query('delete from audit_log')).rejects.toThrow('never changed')
    await expect(database.query('truncate audit_log')).rejects.toThrow('never changed')
  })

  test('a notice is gone with the transaction that it tells of', async () => {
    const database = await open()
    const { userId } = await verifiedUser(database)
    const failing = database.transaction(async (tx) => {
      await queueNotice(tx, { userId, kind: 'PASSWORD_CHANGED', at: AT })
      throw new Error('the password was not changed')
    })
    await expect(failing).rejects.toThrow('was not changed')
    expect(await database.query('select id from notices where user_id = $1', [userId])).toEqual([])
    await database.transaction((tx) => queueNotice(tx, { userId, kind: 'NEW_DEVICE', params: { device: 'X' }, at: AT }))
    expect(await database.query('select kind, params from notices where user_id = $1', [userId])).toEqual([
      { kind: 'NEW_DEVICE', params: '{"device":"X"}' },
    ])
  })
})
