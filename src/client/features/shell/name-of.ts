import type { Session } from '#client/entities/session/session.ts'

/** First and last name of the user; `undefined` before they are known. */
export function nameOf({ firstName, lastName }: Session): string | undefined {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ')
  return name === '' ? undefined : name
}
