import * as z from 'zod/mini'

/** The code for a new password that the user is waiting for, in the tab's storage: a reload keeps the time left. */
const PendingReset = z.object({
  mobileNumber: z.string(),
  /** How the code was asked for. */
  channel: z._default(z.enum(['SMS', 'EMAIL']), 'SMS'),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})

export type ResetChannel = PendingReset['channel']
export type PendingReset = z.output<typeof PendingReset>

const STORAGE_KEY = 'pending-reset'

export function keepPendingReset(pending: PendingReset): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending))
}

/** What is pending in this tab. */
export function readPendingReset(): PendingReset | undefined {
  try {
    const read = PendingReset.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

export function dropPendingReset(): void {
  sessionStorage.removeItem(STORAGE_KEY)
}
