import type { ProofPurpose } from '#domain/proof-purpose.ts'
import type { Accounts } from '#server/accounts/accounts.ts'

type Proving = Pick<Accounts, 'database' | 'sessions' | 'now'>

/** Acts as if the user had just given a second-step proof in each session, and no session were a new device's. */
export async function provenAnew(
  { database, sessions, now }: Proving,
  user: { readonly mobile: string } | { readonly userId: number },
  purpose: ProofPurpose = 'ACCESS',
): Promise<void> {
  const [value, column] = 'mobile' in user ? [user.mobile, 'mobile'] : [user.userId, 'id']
  const proven = await database.query<{ user_id: bigint }>(
    `update sessions set proven_at = $2, proven_anew_at = $2, proven_for = $3, trusted_from = created_at
      where user_id = (select id from users where ${column} = $1) returning user_id`,
    [value, now(), purpose],
  )
  for (const { user_id: userId } of proven) sessions.refresh(Number.parseInt(String(userId), 10))
}

/** The same for the session of one token; without a session nothing changes. */
export async function provenWith(
  { database, sessions, now }: Proving,
  token: string,
  purpose: ProofPurpose,
): Promise<void> {
  const caller = await sessions.findCaller(token)
  if (!caller) return
  await database.query(
    'update sessions set proven_at = $2, proven_anew_at = $2, proven_for = $3, trusted_from = created_at where id = $1',
    [caller.sessionId, now(), purpose],
  )
  sessions.refresh(caller.userId)
}

/** The session of a token, proven for creating keys of programs. */
export async function keyMaker(accounts: Proving, token: string): Promise<{ userId: number; sessionId: number }> {
  await provenWith(accounts, token, 'ACCESS')
  const caller = await accounts.sessions.findCaller(token)
  if (!caller) throw new Error('the token opens nothing')
  return { userId: caller.userId, sessionId: caller.sessionId }
}
