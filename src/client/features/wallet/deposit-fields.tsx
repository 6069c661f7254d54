import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showCard } from '#client/ui/show-digits.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { DepositBounds, DepositForm, DepositProblems } from './deposit-form.logic.ts'
import { spellToman } from './spell-toman.ts'

type DepositFieldsProps = {
  form: DepositForm
  bounds: DepositBounds
  cards: readonly { cardNumber: string; bankName: string }[]
  problems: DepositProblems
  disabled: boolean
  onChange: (form: DepositForm) => void
}

/** The amount, spelled out in words so that the user notices a zero too many, and the card to pay with. */
export function DepositFields({ form, bounds, cards, problems, disabled, onChange }: DepositFieldsProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const show = (bound: bigint) => amountInSentence(formatDecimal(bound, bounds.decimals), language)
  const { min, max } = bounds
  const shown = { min: show(min ?? 0n), max: show(max ?? 0n) }
  const range = min !== undefined && max !== undefined ? t('deposit.range', shown) : ''
  const words = language === 'fa' ? spellToman(form.amount) : undefined
  return (
    <>
      <DecimalField
        label={t('deposit.amount')}
        name="amount"
        decimals={0}
        unit={t('deposit.toman')}
        aside={range}
        hint={words && t('deposit.words', { words })}
        problem={problems.amount && t(`deposit.problem.${problems.amount}`, shown)}
        disabled={disabled}
        value={form.amount}
        onChange={(amount) => onChange({ ...form, amount })}
      />
      <SelectField
        label={t('deposit.card')}
        name="card"
        hint={t('deposit.cardHint')}
        problem={problems.card && t(`deposit.problem.${problems.card}`)}
        disabled={disabled}
        value={form.card}
        options={[
          ...(form.card === '' ? [{ value: '', label: t('deposit.choose') }] : []),
          ...cards.map(({ cardNumber, bankName }) => ({
            value: cardNumber,
            label: showCard(cardNumber, language),
            detail: bankName,
          })),
        ]}
        onChange={(card) => onChange({ ...form, card })}
      />
    </>
  )
}
