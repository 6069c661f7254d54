import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showCard } from '#client/ui/show-digits.ts'
import { formatDecimal } from '#domain/decimal.ts'
import type { DepositOptions } from './deposit.queries.ts'
import { type DepositBounds, type DepositForm, type DepositProblems, spellToman } from './deposit-form.logic.ts'

type DepositFieldsProps = {
  form: DepositForm
  bounds: DepositBounds
  cards: readonly { cardNumber: string; bankName: string }[]
  options: DepositOptions
  problems: DepositProblems
  disabled: boolean
  onChange: (form: DepositForm) => void
}

/** The amount with the rest of the day's limit, the card to pay with, and the gateway to pay through. */
export function DepositFields({ form, bounds, cards, options, problems, disabled, onChange }: DepositFieldsProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  return (
    <>
      <AmountField {...{ form, bounds, disabled, onChange }} problem={problems.amount} />
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
      <GatewayField {...{ form, options, disabled, onChange }} />
    </>
  )
}

type AmountFieldProps = Pick<DepositFieldsProps, 'form' | 'bounds' | 'disabled' | 'onChange'> & {
  problem: DepositProblems['amount']
}

/** The amount, spelled out in words so that the user notices a zero too many. */
function AmountField({ form, bounds, problem, disabled, onChange }: AmountFieldProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const show = (bound: bigint) => amountInSentence(formatDecimal(bound, bounds.decimals), language)
  const { min, max, dayLeft } = bounds
  const shown = { min: show(min ?? 0n), max: show(max ?? 0n), rest: show(dayLeft ?? 0n) }
  const range = min !== undefined && max !== undefined ? t('deposit.range', shown) : ''
  const words = language === 'fa' ? spellToman(form.amount) : undefined
  return (
    <chakra.div display="grid" gap="1">
      <DecimalField
        label={t('deposit.amount')}
        name="amount"
        decimals={0}
        unit={t('deposit.toman')}
        aside={range}
        hint={words && t('deposit.words', { words })}
        problem={problem && t(`deposit.problem.${problem}`, shown)}
        disabled={disabled}
        value={form.amount}
        onChange={(amount) => onChange({ ...form, amount })}
      />
      {dayLeft !== undefined && (
        <chakra.p fontSize="xs" color="fg.muted">
          {t('deposit.left', shown)}
        </chakra.p>
      )}
    </chakra.div>
  )
}

/** A choice only where there is one. */
function GatewayField({
  form,
  options: { gateways },
  disabled,
  onChange,
}: Pick<DepositFieldsProps, 'form' | 'options' | 'disabled' | 'onChange'>) {
  const { t } = useTranslation('wallet')
  const chosen = gateways.find(({ paymentGateway }) => paymentGateway === form.gateway)
  if (!chosen) return <Notice tone="warning">{t('deposit.noGateway')}</Notice>
  return (
    <>
      {gateways.length > 1 && (
        <chakra.fieldset disabled={disabled} minWidth="0">
          <ChoiceField
            label={t('deposit.through')}
            value={chosen.paymentGateway}
            options={gateways.map(({ paymentGateway: value, name: label }) => ({ value, label }))}
            onChange={(gateway) => onChange({ ...form, gateway })}
          />
        </chakra.fieldset>
      )}
      <chakra.p fontSize="xs" color="fg.muted">
        {t('deposit.gateway', { gateway: chosen.name })}
      </chakra.p>
    </>
  )
}
