import type { Session } from '#client/lib/session.ts'

/** How the shell calls somebody: first and last name, before those are known nothing. */
export function nameOf({ firstName, lastName }: Session): string | undefined {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return name === '' ? undefined : name
}
