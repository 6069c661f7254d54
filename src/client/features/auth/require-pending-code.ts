import { redirect } from '@tanstack/react-router'
import { type PendingCode, readPendingCode } from './pending-code.ts'

/** The code that is waited for. Throws a redirect to where one begins when there is none. */
export function requirePendingCode(begin: '/login' | '/sign-up'): { readonly pending: PendingCode } {
  const pending = readPendingCode()
  if (!pending) throw redirect({ to: begin, replace: true })
  return { pending }
}
