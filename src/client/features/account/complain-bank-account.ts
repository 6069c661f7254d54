import { parseBankCard } from '#domain/bank-card.ts'
import { parseSheba } from '#domain/sheba.ts'
import type { BankAccountDraft } from './account-form.logic.ts'

export type BankAccountProblem = 'required' | 'invalid' | 'taken'

/** The first problem of the card and of the Sheba; `present` are the accounts that the form has already. */
export function complainBankAccount(
  draft: BankAccountDraft,
  present: readonly BankAccountDraft[],
): { cardNumber?: BankAccountProblem; shebaCode?: BankAccountProblem } {
  const card = parseBankCard(draft.cardNumber)
  const sheba = parseSheba(draft.shebaCode)
  const cardProblem = problemOf(draft.cardNumber, {
    valid: card !== undefined,
    taken: present.some((other) => parseBankCard(other.cardNumber) === card),
  })
  const shebaProblem = problemOf(draft.shebaCode, {
    valid: sheba !== undefined,
    taken: present.some((other) => parseSheba(other.shebaCode) === sheba),
  })
  return {
    ...(cardProblem ? { cardNumber: cardProblem } : {}),
    ...(shebaProblem ? { shebaCode: shebaProblem } : {}),
  }
}

function problemOf(text: string, { valid, taken }: { valid: boolean; taken: boolean }): BankAccountProblem | undefined {
  if (text === '') return 'required'
  if (!valid) return 'invalid'
  return taken ? 'taken' : undefined
}
