import type { Session } from '#client/lib/session.ts'
import type { PendingCode } from './pending-code.ts'

/** Verified people go where they wanted to, or to the dashboard; everybody else first completes the account. */
export function pageAfterLogin(session: Session | null, { next }: Pick<PendingCode, 'next'>) {
  if (!session?.authorized) return { to: '/profile/account' } as const
  return next ? { href: next } : ({ to: '/profile' } as const)
}
