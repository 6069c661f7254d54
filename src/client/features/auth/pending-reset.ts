import * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from '#client/lib/kept-draft.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'

/** The code for a new password that the user is waiting for, kept in the tab's storage: a reload keeps the remaining time. */
const PendingReset = z.object({
  mobileNumber: z.string(),
  /** The channel by which the code was requested. */
  channel: z._default(z.enum(['SMS', 'EMAIL']), 'SMS'),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})

export type ResetChannel = PendingReset['channel']
export type PendingReset = z.output<typeof PendingReset>

const STORAGE_KEY = ownDraftKey('pending-reset')

export const keepPendingReset = (pending: PendingReset): void => keepDraft(STORAGE_KEY, pending)

/** The pending code of this tab. */
export const readPendingReset = (): PendingReset | undefined => readDraft(STORAGE_KEY, PendingReset)

export const dropPendingReset = (): void => dropDraft(STORAGE_KEY)
