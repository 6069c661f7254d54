import * as z from 'zod/mini'
import { keepDraft, readDraft } from '#client/lib/kept-draft.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'

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

const STORAGE_KEY = ownDraftKey('pending-sign-on')

export const keepPendingSignOn = (pending: PendingSignOn): void => keepDraft(STORAGE_KEY, pending)

export const readPendingSignOn = (): PendingSignOn => readDraft(STORAGE_KEY, PendingSignOn) ?? {}
