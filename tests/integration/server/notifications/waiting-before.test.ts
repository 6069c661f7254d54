import { expect, test } from 'vitest'
import { parseMobileNumber } from '#domain/mobile-number.ts'
import { createUser } from '#server/store/accounts/users.ts'
import { migrate, readMigrations } from '#server/store/migrate.ts'
import { takeDeliveries } from '#server/store/notifications/deliveries.ts'
import { countUnread } from '#server/store/notifications/notices.ts'
import { onDatabase } from '#tests/setup/databases.ts'

const AT = new Date('2026-11-20T08:00:00Z')

onDatabase('notices that waited when the outbox came', (open) => {
  test('go the ways that they had not gone, and are nothing new in the app', async () => {
    const database = await open()
    await database.transaction((tx) => tx.script('drop schema public cascade; create schema public'))
    const all = await readMigrations('src/server/store/migrations')
    await migrate(
      database,
      all.filter(({ name }) => name < '0046'),
    )
    const mobile = parseMobileNumber('09121234567')
    if (mobile === undefined) throw new Error('no mobile number')
    const userId = await database.transaction((tx) =>
      createUser(tx, {
        ...{ owner: { mobile }, level: 'VIP_1', invitedBy: undefined, passwordHash: undefined },
        ...{ acceptedTermsAt: undefined, at: AT },
      }),
    )
    if (userId === undefined) throw new Error('no user')
    await database.query(
      `insert into notices (user_id, kind, params, at, next_try_at, tries, sms_done_at, email_done_at, former_contact) values
        ($1, 'PASSWORD_CHANGED', '{}', $2, $2, 1, $2, $2, null),
        ($1, 'PASSKEY_ADDED', '{"name":"Home"}', $2, $2, 2, $2, null, null),
        ($1, 'MOBILE_CHANGED', '{}', $2, $2, 0, null, null, '+989127654321')`,
      [userId, AT],
    )
    await migrate(database, all)
    const take = (channel: string) =>
      takeDeliveries(database, { channel, repeats: true, now: AT, heldUntil: AT, max: 10 })
    expect((await take('SMS')).map(({ kind }) => kind)).toEqual(['MOBILE_CHANGED'])
    expect((await take('EMAIL')).map(({ kind, tries }) => [kind, tries])).toEqual([
      ['PASSKEY_ADDED', 3],
      ['MOBILE_CHANGED', 1],
    ])
    expect((await take('FORMER')).map(({ target }) => target)).toEqual(['+989127654321'])
    expect(await countUnread(database, { userId, max: 50 })).toBe(0)
  })
})
