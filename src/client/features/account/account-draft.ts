import * as z from 'zod/mini'
import { ownDraftKey } from '#client/lib/own-drafts.ts'
import { IdFormat } from '#contract/account.ts'
import type { AccountDraft } from './account-form.logic.ts'

const STORAGE_KEY = ownDraftKey('account')

const text = z.string()
const Kept = z.object({
  /** The mobile number and the country of the user who typed it; the draft is shown to no other user, and in no other country. */
  owner: text,
  draft: z.object({
    firstName: text,
    lastName: text,
    email: text,
    nationalCode: text,
    birthDay: text,
    telephone: text,
    foreignMobile: text,
    state: text,
    city: text,
    postalCode: text,
    address: text,
    idFormatType: IdFormat,
    bankAccounts: z.array(z.object({ cardNumber: text, shebaCode: text })),
  }),
})

/** Keeps the draft while the tab is open, so that a reload loses only the photos. */
export function keepDraft({ draft: { pictures: _, ...draft }, owner }: { draft: AccountDraft; owner: string }): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ owner, draft }))
}

export function readDraft(owner: string): AccountDraft | undefined {
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'))
    return kept.success && kept.data.owner === owner ? { ...kept.data.draft, pictures: {} } : undefined
  } catch {
    return undefined
  }
}

export function dropDraft(): void {
  sessionStorage.removeItem(STORAGE_KEY)
}
