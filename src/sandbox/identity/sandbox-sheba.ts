import type { BankCard } from '#domain/bank-card.ts'
import { bankOfCard } from '#domain/bank-card.ts'
import { parseSheba, type Sheba } from '#domain/sheba.ts'

/** The account of a card in the sandbox: the card's bank, the card's own digits, correct check digits. */
export function sandboxShebaOf(card: BankCard): Sheba {
  const bankCode = bankOfCard(card)?.shebaCodes[0] ?? '017'
  const account = `${bankCode}000${card}`
  const checkDigits = 98n - (BigInt(`${account}182700`) % 97n)
  const sheba = parseSheba(`IR${checkDigits.toString().padStart(2, '0')}${account}`)
  if (sheba === undefined) throw new Error('the check digits of a sandbox Sheba are wrong')
  return sheba
}
