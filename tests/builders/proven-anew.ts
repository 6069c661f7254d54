import type { Accounts } from '#server/accounts/accounts.ts'

/** As if the user had just proven by the second step in each of its sessions, beside the login. */
export async function provenAnew(
  { database, sessions, now }: Pick<Accounts, 'database' | 'sessions' | 'now'>,
  user: { readonly mobile: string } | { readonly userId: number },
): Promise<void> {
  const [value, column] = 'mobile' in user ? [user.mobile, 'mobile'] : [user.userId, 'id']
  const proven = await database.query<{ user_id: bigint }>(
    `update sessions set proven_at = $2, proven_anew_at = $2
      where user_id = (select id from users where ${column} = $1) returning user_id`,
    [value, now()],
  )
  for (const { user_id: userId } of proven) sessions.refresh(Number.parseInt(String(userId), 10))
}
