import * as z from 'zod/mini'
import { type BankCard, parseBankCard } from '#domain/bank-card.ts'
import { parseSheba, type Sheba } from '#domain/sheba.ts'

export interface BankAccount {
  readonly cardNumber: BankCard
  readonly sheba: Sheba
}

const ACCOUNTS_MAX = 5
const List = z
  .array(z.object({ cardNumber: z.string(), shebaCode: z.string() }))
  .check(z.minLength(1), z.maxLength(ACCOUNTS_MAX))

/** Reads the JSON list of a form; `undefined` where it is none, or a card or Sheba is wrong or stands there twice. */
export function readBankAccountsText(text: string): BankAccount[] | undefined {
  const list = List.safeParse(jsonOf(text)).data
  if (!list) return undefined
  const accounts: BankAccount[] = []
  for (const given of list) {
    const cardNumber = parseBankCard(given.cardNumber)
    const sheba = parseSheba(given.shebaCode)
    if (cardNumber === undefined || sheba === undefined) return undefined
    if (accounts.some((account) => account.cardNumber === cardNumber || account.sheba === sheba)) return undefined
    accounts.push({ cardNumber, sheba })
  }
  return accounts
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
