import * as z from 'zod/mini'
import { ownDraftKey } from '#client/lib/own-drafts.ts'
import { IdFormat } from '#contract/account.ts'
import { ACCOUNT_STEPS, type AccountDraft, type AccountStep } from './account-form.logic.ts'

const STORAGE_KEY = ownDraftKey('account')
const STEP_KEY = ownDraftKey('account-step')

const text = z.string()
const Kept = z.object({
  /** The mobile number and the country of the user who typed it; the draft is shown to no other user and in no other country. */
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
  }),
})

/** Stores the typed fields while the tab is open. A reload loses the photos, and the bank cards, whose numbers must not stay on a device. */
export function keepDraft({ draft, owner }: { draft: AccountDraft; owner: string }): void {
  const { pictures: _, bankAccounts: __, ...typed } = draft
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ owner, draft: typed }))
}

export function readDraft(owner: string): z.output<typeof Kept>['draft'] | undefined {
  try {
    const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'))
    return kept.success && kept.data.owner === owner ? kept.data.draft : undefined
  } catch {
    return undefined
  }
}

/** Stores the present step, which a reload returns to. */
export function keepStep(step: AccountStep): void {
  sessionStorage.setItem(STEP_KEY, step)
}

export function readStep(): AccountStep | undefined {
  const kept = sessionStorage.getItem(STEP_KEY)
  return ACCOUNT_STEPS.find((step) => step === kept)
}

export function dropDraft(): void {
  sessionStorage.removeItem(STORAGE_KEY)
  sessionStorage.removeItem(STEP_KEY)
}
