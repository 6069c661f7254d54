import * as z from 'zod/mini'
import { tabValue } from '#client/lib/tab-value.ts'
import { IdFormat } from '#contract/account.ts'
import { ACCOUNT_STEPS, type AccountDraft } from './account-form.logic.ts'

const text = z.string()
const typedFields = tabValue(
  'account',
  z.object({
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
  }),
  { wipedAtLogout: true },
)

/** The present step, which a reload returns to. */
export const presentStep = tabValue('account-step', z.enum(ACCOUNT_STEPS), { wipedAtLogout: true })

/** Stores the typed fields while the tab is open. A reload loses the photos, and the bank cards, whose numbers must not stay on a device. */
export function keepDraft({ draft, owner }: { draft: AccountDraft; owner: string }): void {
  const { pictures: _, bankAccounts: __, ...typed } = draft
  typedFields.keep({ owner, draft: typed })
}

export function readDraft(owner: string) {
  const kept = typedFields.read()
  return kept?.owner === owner ? kept.draft : undefined
}

export function dropDraft(): void {
  typedFields.drop()
  presentStep.drop()
}
