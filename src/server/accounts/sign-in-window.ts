/** How long after the password a code may still be asked for and given. */
const SIGN_IN_MS = 30 * 60_000

/** Sign-ins begun before this are over. */
export const flowsBegunAfter = (now: Date) => new Date(now.getTime() - SIGN_IN_MS)
