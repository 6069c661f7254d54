import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { endTrust, TRUST_EVENTS, type TrustEvent } from '#server/accounts/trust.ts'
import { TRUSTED_THINGS, type TrustedThing } from '#server/store/accounts/end-trust.ts'
import type { Database } from '#server/store/database.ts'
import { verifiedUser } from '#tests/builders/verified-user.ts'
import { onDatabase } from '#tests/setup/databases.ts'

/**
 * The remaining number of each thing after each event, counted by hand. A user begins with 3: one of the acting session, one old, one neither.
 * An event without a line, or a thing without a column, fails.
 */
const LEFT = `
                           sessions pushSubscriptions signInFlows proofs codes waitingReset knownDevices apiKeys passkeys signOnLinks freezeLinks password operatorSessions identityCode handoverCode held
PASSWORD_CHANGED           1        1                 0           0      0     0            1            3       3        3           3           1        3                1            1         yes
PASSWORD_RESET             0        0                 0           0      0     0            0            0       1        0           3           1        3                1            1         yes
PASSWORD_RESET_ASKED       3        3                 3           3      3     1            3            3       3        3           3           1        3                1            1         yes
TWO_STEP_CHANGED           1        1                 0           0      0     0            1            3       3        3           3           1        3                1            1         yes
MOBILE_CHANGED             1        1                 0           0      0     0            1            3       3        3           3           1        3                0            1         yes
EMAIL_CHANGED              1        1                 0           0      0     0            1            3       3        3           3           1        3                1            1         yes
EMAIL_ADDED                3        3                 3           3      3     1            3            3       3        3           3           1        3                1            1         no
ALL_ADDRESSES_ALLOWED      3        3                 3           3      3     1            3            3       3        3           3           1        3                1            1         yes
FROZEN_BY_USER             0        0                 0           0      0     0            0            0       1        0           0           1        3                0            1         yes
FROZEN_BY_OPERATOR         0        0                 0           0      0     0            0            0       1        0           0           1        3                0            1         yes
UNFROZEN                   0        0                 0           0      0     0            0            0       1        0           3           0        3                1            1         yes
LOGGED_OUT_ELSEWHERE       1        1                 0           1      2     1            1            3       3        3           3           1        3                1            1         no
SESSIONS_ENDED_BY_OPERATOR 0        0                 0           0      0     0            0            3       3        3           3           1        3                1            1         no
OPERATOR_STOPPED           3        3                 3           3      3     1            3            3       3        3           3           1        0                1            0         no
`

const [HEAD = [], ...LINES] = LEFT.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))

const COUNTS: Record<TrustedThing, string> = {
  sessions: 'select count(*) from sessions where user_id = $1',
  pushSubscriptions: 'select count(*) from push_subscriptions where user_id = $1',
  signInFlows: 'select count(*) from sign_in_flows where user_id = $1',
  proofs: `select greatest((select count(*) from sessions where user_id = $1 and proven_for is not null),
    (select count(*) from one_time_codes join sessions on subject = id where purpose = 'proof' and user_id = $1)) as count`,
  codes: `select (select count(*) from two_step_changes where user_id = $1) +
    (select count(*) from contact_changes where user_id = $1) + (select count(*) from passkey_challenges where user_id = $1) as count`,
  waitingReset: 'select count(*) from waiting_resets where user_id = $1',
  knownDevices: 'select count(*) from known_devices where user_id = $1',
  apiKeys: 'select count(*) from api_keys where user_id = $1',
  passkeys: 'select count(*) from passkeys where user_id = $1',
  signOnLinks: 'select count(*) from sign_on_identities where user_id = $1',
  freezeLinks: 'select count(*) from freeze_tokens where user_id = $1',
  password: 'select count(*) from users where id = $1 and password_hash is not null',
  operatorSessions: 'select count(*) from operator_sessions where user_id = $1',
  identityCode: "select count(*) from one_time_codes where purpose = 'identity' and subject = $1",
  handoverCode: "select count(*) from one_time_codes where purpose = 'handover' and subject = $1",
}

/** Codes whose row has ended. */
const ORPHANED = `select purpose from one_time_codes where case purpose
  when 'proof' then not exists (select from sessions where id = subject)
  when 'sign-in' then not exists (select from sign_in_flows where id = subject)
  when 'two-step' then not exists (select from two_step_changes where user_id = subject)
  when 'change-email' then not exists (select from contact_changes where user_id = subject and kind = 'EMAIL')
  else false end`

onDatabase('what each event that ends trust ends', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const at = new Date('2026-11-22T08:00:00Z')
  const soon = new Date(at.getTime() + 60_000)

  const run = (sql: string, values: readonly unknown[]) => database.query(sql, [...values] as never)

  /** Gives the user one of each thing that is in progress. */
  async function beginOneOfEach(of: { userId: number; keptSessionId: number; other: number }): Promise<void> {
    const { userId, keptSessionId, other } = of
    const code = [userId, randomBytes(16), soon]
    await run(`insert into two_step_changes (user_id, two_step, session_id) values ($1, 'SMS', $2)`, [
      userId,
      keptSessionId,
    ])
    await run(
      `insert into contact_changes (user_id, kind, new_contact, awaited, begun_at, session_id) values ($1, 'EMAIL', 'a@b.example', 'NEW', $2, $3)`,
      [userId, at, other],
    )
    await run(
      `insert into passkey_challenges (flow_hash, purpose, user_id, challenge, expires_at) values ($2, 'ADD', $1, $2, $3)`,
      code,
    )
    await run(
      `insert into waiting_resets (user_id, password_hash, effective_at, ip, device) values ($1, 'h', $2, 'a', 'b')`,
      [userId, soon],
    )
    for (const purpose of ['identity', 'handover', 'two-step', 'change-email'])
      await run(
        'insert into one_time_codes (purpose, subject, salt, hash, expires_at, tries) values ($4, $1, $2, $2, $3, 0)',
        [...code, purpose],
      )
  }

  /** A user with three of each thing. @returns the acting session */
  async function userWithAll(): Promise<{ userId: number; keptSessionId: number }> {
    const { userId } = await verifiedUser(database, { at })
    await run(`delete from sessions where user_id = $1`, [userId])
    await run(`update users set password_hash = 'hash' where id = $1`, [userId])
    const ids: number[] = []
    for (const days of [0, 1, 90]) {
      const then = new Date(at.getTime() - days * 86_400_000)
      const bytes = () => randomBytes(32)
      const device = bytes()
      await run('insert into known_devices (token_hash, user_id, last_used_at, trusted_from) values ($1, $2, $3, $3)', [
        device,
        userId,
        then,
      ])
      const [session] = await database.query<{ id: bigint }>(
        `insert into sessions (user_id, token_hash, created_at, last_used_at, expires_at, proven_at, proven_anew_at, proven_for, trusted_from,
            device_hash, ip, os_type, device_type, browser)
          values ($1, $2, $3, $3, $4, $3, $3, 'ACCESS', $3, $5, '', '', '', '') returning id`,
        [userId, bytes(), then, soon, device],
      )
      const id = Number.parseInt(String(session?.id), 10)
      ids.push(id)
      await run(
        `insert into push_subscriptions (user_id, session_id, endpoint_hash, sealed, created_at, renewed_at) values ($1, $2, $3, $3, $4, $4)`,
        [userId, id, bytes(), then],
      )
      await run(
        `with flow as (insert into sign_in_flows (token_hash, kind, mobile, user_id, two_step, begun_at, os_type, device_type, browser)
          values ($1, 'login', '+989121234567', $2, 'SMS', $3, 'A', 'B', 'C') returning id)
          insert into one_time_codes (purpose, subject, salt, hash, expires_at, tries)
            select 'sign-in', id, $1, $1, $4::timestamptz, 0 from flow union all select 'proof', $5, $1, $1, $4, 0`,
        [bytes(), userId, then, soon, id],
      )
      await run(
        `insert into api_keys (user_id, name, key_hash, prefix, secret, rights, addresses, created_at) values ($1, 'bot', $2, 'kmk', $2, '{read}', '{}', $3)`,
        [userId, bytes(), then],
      )
      await run(
        `insert into passkeys (user_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
          values ($1, $2, $2, 0, '', 'singleDevice', false, 'Phone', $3)`,
        [userId, bytes(), then],
      )
      await run('insert into sign_on_identities (user_id, issuer, subject, linked_at) values ($1, $2, $2, $3)', [
        userId,
        bytes().toString('hex'),
        then,
      ])
      await run('insert into freeze_tokens (token_hash, user_id, expires_at) values ($1, $2, $3)', [
        bytes(),
        userId,
        soon,
      ])
      await run(
        `insert into operator_sessions (user_id, token_hash, created_at, expires_at, proven_at, ip, device) values ($1, $2, $3, $4, $3, 'a', 'b')`,
        [userId, bytes(), then, soon],
      )
    }
    const [keptSessionId = 0, other = 0] = ids
    await beginOneOfEach({ userId, keptSessionId, other })
    return { userId, keptSessionId }
  }

  test('every event has its line, and every thing its column', () => {
    expect(LINES.map(([event]) => event).sort()).toEqual(Object.keys(TRUST_EVENTS).sort())
    expect(HEAD.slice(0, -1)).toEqual([...TRUSTED_THINGS])
  })

  test.each(LINES)('%s', async (event = '', ...left) => {
    const { userId, keptSessionId } = await userWithAll()
    await database.transaction((tx) => endTrust(tx, event as TrustEvent, { userId, keptSessionId, at }))
    const counted: string[] = []
    for (const thing of TRUSTED_THINGS) {
      const [row] = await database.query<{ count: bigint }>(COUNTS[thing], [userId])
      counted.push(String(row?.count))
    }
    const [held] = await database.query('select 1 from users where id = $1 and withdrawals_held_until = $2', [
      userId,
      new Date(at.getTime() + 86_400_000),
    ])
    expect([...counted, held ? 'yes' : 'no']).toEqual(left)
    expect(await database.query(ORPHANED)).toEqual([])
  })
})
