import * as z from 'zod/mini'
import { keepDraft, readDraft } from '#client/lib/kept-draft.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'

/** The data that this tab keeps while the browser is at the provider of single sign-on. */
const PendingSignOn = z.object({
  /** The page to open after the login. */
  next: z.optional(z.string()),
  /** The inviter's code, from the link that led here. */
  referralCode: z.optional(z.string()),
  /** The e-mail address that the provider has given. */
  email: z.optional(z.string()),
})

export type PendingSignOn = z.output<typeof PendingSignOn>

const STORAGE_KEY = ownDraftKey('pending-sign-on')

export const keepPendingSignOn = (pending: PendingSignOn): void => keepDraft(STORAGE_KEY, pending)

export const readPendingSignOn = (): PendingSignOn => readDraft(STORAGE_KEY, PendingSignOn) ?? {}
