import { chakra } from '@chakra-ui/react'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentCode } from '#client/entities/withdrawal/withdrawal-code.tsx'
import { tomanUnits, wholeToman } from '#client/entities/withdrawal/withdrawal-limits.logic.ts'
import { Held, LimitsText } from '#client/entities/withdrawal/withdrawal-limits.tsx'
import type { TermsOfWithdrawals } from '#client/entities/withdrawal/withdrawal-terms.queries.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence, isolated } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalField } from '#client/ui/decimal-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { spellToman } from './deposit-form.logic.ts'
import type { WithdrawalTerms } from './withdraw.queries.ts'
import {
  limitOf,
  mostOf,
  validateWithdrawal,
  type WithdrawBounds,
  type WithdrawForm,
  type WithdrawProblems,
} from './withdraw-form.logic.ts'

/** The request of a code. */
export type Sending<Terms> = Pick<UseMutationResult<SentCode, Error, Terms>, 'mutate' | 'isPending' | 'error' | 'reset'>

interface WithdrawFieldsProps {
  readonly terms: TermsOfWithdrawals
  /** The available Toman, as decimal text. */
  readonly free: string
  readonly sending: Sending<WithdrawalTerms>
  readonly first: WithdrawalTerms | undefined
}

/** The amount and the bank account, or the reason why nothing can be withdrawn. */
export function WithdrawFields(props: WithdrawFieldsProps) {
  const { t } = useTranslation('wallet')
  const { bankAccounts, heldUntilDateTime } = props.terms
  if (heldUntilDateTime !== null) return <Held until={heldUntilDateTime} />
  if (bankAccounts.length === 0)
    return (
      <Notice tone="info" action={<TextLink to="/profile/account">{t('withdraw.noAccount.action')}</TextLink>}>
        {t('withdraw.noAccount.text')}
      </Notice>
    )
  return <OpenForm {...props} />
}

/** Leads from a withdrawal to a transfer to another user. */
export function ToUser({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('wallet')
  return (
    <Button variant="ghost" full onClick={onPress}>
      {t('withdraw.toUser')}
    </Button>
  )
}

function OpenForm({ terms, free, sending, first }: WithdrawFieldsProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { bankAccounts, minAmount: min, maxAmount: max, hourLeft, dayLeft } = terms
  const [form, setForm] = useState<WithdrawForm>(() => ({ amount: first?.amount ?? '', sheba: first?.sheba ?? '' }))
  const [attempted, setAttempted] = useState(false)
  const only = bankAccounts.length === 1 ? bankAccounts[0]?.shebaCode : undefined
  const sheba = form.sheba || (only ?? '')
  const bounds = { free, min, max, hourLeft, dayLeft }
  const problems = validateWithdrawal({ ...form, sheba }, bounds)
  const change = (next: Partial<WithdrawForm>) => {
    setForm({ ...form, ...next })
    sending.reset()
  }
  const submit = () => {
    setAttempted(true)
    if (Object.keys(problems).length === 0 && !sending.isPending) sending.mutate({ amount: form.amount, sheba })
  }
  return (
    <Form onSubmit={submit}>
      <AmountField
        value={form.amount}
        bounds={bounds}
        problem={attempted || form.amount !== '' ? problems.amount : undefined}
        disabled={sending.isPending}
        onChange={(amount) => change({ amount })}
      />
      <SelectField
        label={t('withdraw.to')}
        name="sheba"
        hint={t('withdraw.toHint')}
        problem={attempted && problems.sheba ? t('withdraw.problem.addressRequired') : undefined}
        disabled={sending.isPending}
        value={sheba}
        options={[
          ...(sheba === '' ? [{ value: '', label: t('withdraw.choose') }] : []),
          ...bankAccounts.map(({ shebaCode, bankName }) => ({
            value: shebaCode,
            label: `${bankName ?? ''} ${isolated(showDigits(shortSheba(shebaCode), language))}`.trim(),
          })),
        ]}
        onChange={(next) => change({ sheba: next })}
      />
      <FactList
        facts={[
          { label: t('withdraw.fee'), value: t('withdraw.free') },
          { label: t('withdraw.batch'), value: <Departure amount={form.amount} terms={terms} /> },
        ]}
      />
      {sending.error && <RefusalNotice error={sending.error} />}
      <ServerButton type="submit" size="lg" full loading={sending.isPending}>
        {t('withdraw.next')}
      </ServerButton>
    </Form>
  )
}

interface DepartureProps {
  /** In Toman, as decimal text. */
  readonly amount: string
  readonly terms: Pick<TermsOfWithdrawals, 'reviewedFrom' | 'nextBatchDateTime'>
}

/** When an amount goes to the bank: one that is reviewed may miss the next batch. */
export function Departure({ amount, terms: { reviewedFrom, nextBatchDateTime } }: DepartureProps) {
  const { t } = useTranslation('wallet')
  return tomanUnits(amount) >= tomanUnits(reviewedFrom) ? (
    t('withdraw.afterReview')
  ) : (
    <DateText at={nextBatchDateTime} />
  )
}

interface AmountFieldProps {
  readonly value: string
  readonly bounds: WithdrawBounds
  readonly problem: WithdrawProblems['amount']
  readonly disabled: boolean
  readonly onChange: (amount: string) => void
}

/** The amount with what is free, spelled out in words so that the user notices a zero too many. */
function AmountField({ value, bounds, problem, disabled, onChange }: AmountFieldProps) {
  const { t } = useTranslation('wallet')
  const language = useLanguage()
  const { free, min, max, hourLeft, dayLeft } = bounds
  const inSentence = (text: string) => amountInSentence(wholeToman(text), language)
  const shown = { min: inSentence(min), max: inSentence(max), hour: inSentence(hourLeft), day: inSentence(dayLeft) }
  const limit = limitOf(bounds)
  const words = language === 'fa' ? spellToman(value) : undefined
  return (
    <LeavingAmountField
      label={t('deposit.amount')}
      decimals={0}
      unit={t('deposit.toman')}
      aside={tomanUnits(limit) >= tomanUnits(min) && t('deposit.range', { ...shown, max: inSentence(limit) })}
      hint={words && t('deposit.words', { words })}
      problem={problem && t(`withdraw.problem.${problem}`, shown)}
      freeLabel={t('toman.free')}
      free={<DecimalText value={wholeToman(free)} unit={t('deposit.toman')} />}
      limits={<LimitsText limits={bounds} />}
      most={mostOf(bounds)}
      {...{ value, disabled, onChange }}
    />
  )
}

interface LeavingAmountFieldProps {
  readonly label: string
  readonly decimals: number
  readonly unit: string
  readonly value: string
  /** The bounds, at the label's end. */
  readonly aside?: string | false | undefined
  readonly hint?: string | undefined
  readonly problem: string | undefined
  readonly freeLabel: string
  /** The available balance. */
  readonly free: ReactNode
  /** The rest of the user's limits. */
  readonly limits: ReactNode
  /** The most that can be withdrawn now; empty if nothing can. */
  readonly most: string
  readonly disabled: boolean
  readonly onChange: (amount: string) => void
}

/** The amount that leaves, above what is free, the button that takes all of it, and what the limits leave. */
export function LeavingAmountField({ freeLabel, free, limits, most, ...field }: LeavingAmountFieldProps) {
  const { t } = useTranslation('wallet')
  return (
    <>
      <DecimalField {...field} name="amount" />
      <chakra.div
        display="flex"
        justifyContent="space-between"
        alignItems="center"
        gap="3"
        flexWrap="wrap"
        fontSize="sm"
      >
        <span>
          <chakra.span color="fg.muted">{freeLabel}: </chakra.span>
          {free}
        </span>
        <Button size="sm" variant="quiet" disabled={most === '' || field.disabled} onClick={() => field.onChange(most)}>
          {t('withdraw.all')}
        </Button>
      </chakra.div>
      {limits}
    </>
  )
}

/** The two ends of a Sheba: "IR06…0001". */
const shortSheba = (sheba: string) => `${sheba.slice(0, 4)}…${sheba.slice(-4)}`
