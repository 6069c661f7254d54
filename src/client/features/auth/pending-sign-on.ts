import * as z from 'zod/mini'

/** What this tab remembers while the browser is away at the provider of single sign-on. */
const PendingSignOn = z.object({
  /** Where to go once logged in. */
  next: z.optional(z.string()),
  /** The inviter's code, from the link that led here. */
  referralCode: z.optional(z.string()),
  /** The address of the person, as the provider has said. */
  email: z.optional(z.string()),
})

export type PendingSignOn = z.output<typeof PendingSignOn>

const STORAGE_KEY = 'pending-sign-on'

export function keepPendingSignOn(pending: PendingSignOn): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending))
}

export function readPendingSignOn(): PendingSignOn {
  try {
    const read = PendingSignOn.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}'))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
