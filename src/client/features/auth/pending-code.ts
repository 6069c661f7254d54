import { redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from '#client/lib/kept-draft.ts'
import { ownDraftKey } from '#client/lib/own-drafts.ts'
import { TwoStepType } from '#contract/values.ts'

/** The code that the user is waiting for. It is kept in the tab's storage, because a phone may drop the page while the user reads the message. */
const PendingCode = z.object({
  /** Absent after a single sign-on: a cookie then identifies the login. */
  mobileNumber: z.optional(z.string()),
  /** The masked number or address that the code was sent to. */
  contact: z.string(),
  /** The method of the second step; SMS if absent. */
  twoStep: z.optional(TwoStepType),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** The page to open after the login. */
  next: z.optional(z.string()),
})

export type PendingCode = z.output<typeof PendingCode>

/** The page of each second step. */
const PAGES = {
  SMS: '/login/send-phone',
  EMAIL: '/login/send-mail',
  GOOGLE_AUTHENTICATOR: '/login/forget/verify',
} as const satisfies Record<TwoStep, string>

export type TwoStep = z.output<typeof TwoStepType>
export const pageOfStep = (twoStep: TwoStep) => PAGES[twoStep]

const STORAGE_KEY = ownDraftKey('pending-code')

export const keepPendingCode = (pending: PendingCode): void => keepDraft(STORAGE_KEY, pending)

export const readPendingCode = (): PendingCode | undefined => readDraft(STORAGE_KEY, PendingCode)

export const dropPendingCode = (): void => dropDraft(STORAGE_KEY)

/** The pending code. Without one, it throws a redirect to the first step. */
export function requirePendingCode(begin: '/login' | '/sign-up'): { readonly pending: PendingCode } {
  const pending = readPendingCode()
  if (!pending) throw redirect({ to: begin, replace: true })
  return { pending }
}
