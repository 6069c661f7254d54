import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { parseSheba } from '#domain/sheba.ts'
import type { BankAccountDraft } from './account-form.logic.ts'
import { validateBankAccount } from './validate-account.ts'

const CARD_DIGITS = 16
const SHEBA_DIGITS = 24
const CARD_PREFIX_DIGITS = 6
const EMPTY: BankAccountDraft = { cardNumber: '', shebaCode: '' }

type AddBankSheetProps = {
  present: readonly BankAccountDraft[]
  /** The sheet closes once this has succeeded. */
  act: (account: BankAccountDraft) => Promise<unknown>
  onClose: () => void
}

/** Card and Sheba of an account, each with its check next to it; the card number gives the bank's name. */
export function AddBankSheet({ present, act, onClose }: AddBankSheetProps) {
  const { t } = useTranslation('account')
  const [draft, setDraft] = useState(EMPTY)
  const add = useMutation({ mutationFn: act })
  const problems = validateBankAccount(draft, present)
  const cardNumber = parseBankCard(draft.cardNumber)
  const shebaCode = parseSheba(draft.shebaCode)
  const account = cardNumber && shebaCode && !problems.cardNumber && !problems.shebaCode && { cardNumber, shebaCode }
  return (
    <FormSheet
      title={t('bank.add')}
      action={t('bank.confirm')}
      busy={add.isPending}
      error={add.error}
      complete={Boolean(account)}
      onSend={() => account && add.mutate(account, { onSuccess: onClose })}
      onClose={onClose}
    >
      {(checked) => (
        <>
          <DigitsField
            label={t('bank.card')}
            name="cardNumber"
            lengthMax={CARD_DIGITS}
            group={4}
            autoComplete="cc-number"
            placeholder="6037-99••-••••-••••"
            required
            value={draft.cardNumber}
            onChange={(cardNumber) => setDraft({ ...draft, cardNumber })}
            problem={
              problems.cardNumber && (checked || draft.cardNumber.length === CARD_DIGITS)
                ? t(`bank.problem.${problems.cardNumber}`, { field: t('bank.card') })
                : undefined
            }
            hint={<BankName card={draft.cardNumber} />}
          />
          <DigitsField
            label={t('bank.sheba')}
            name="shebaCode"
            lengthMax={SHEBA_DIGITS}
            required
            before={
              <chakra.span paddingInlineStart="3.5" color="fg.muted" fontWeight="semibold">
                IR
              </chakra.span>
            }
            value={draft.shebaCode}
            onChange={(shebaCode) => setDraft({ ...draft, shebaCode })}
            problem={
              problems.shebaCode && (checked || draft.shebaCode.length === SHEBA_DIGITS)
                ? t(`bank.problem.${problems.shebaCode}`, { field: t('bank.sheba') })
                : undefined
            }
            hint={t('bank.shebaHint')}
          />
        </>
      )}
    </FormSheet>
  )
}

function BankName({ card }: { card: string }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  if (card.length < CARD_PREFIX_DIGITS) return t('bank.cardHint')
  const bank = bankOfCard(card)
  if (!bank) return <chakra.span color="sell">{t('bank.unknown')}</chakra.span>
  return <chakra.span color="gold">{language === 'fa' ? bank.persianName : bank.englishName}</chakra.span>
}
