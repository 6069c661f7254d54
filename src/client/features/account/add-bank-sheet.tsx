import { chakra } from '@chakra-ui/react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { parseSheba } from '#domain/sheba.ts'
import type { BankAccountDraft } from './account-form.logic.ts'
import { validateBankAccount } from './validate-account.ts'

const CARD_DIGITS = 16
const SHEBA_DIGITS = 24
const CARD_PREFIX_DIGITS = 6
const EMPTY: BankAccountDraft = { cardNumber: '', shebaCode: '' }

type AddBankSheetProps = {
  open: boolean
  present: readonly BankAccountDraft[]
  sending?: boolean
  /** The sentence of a refusal. */
  problem?: string | undefined
  onClose: () => void
  /** The sheet closes once this has succeeded. */
  onAdd: (account: BankAccountDraft) => Promise<unknown>
}

/** Card and Sheba of an account, each with its check next to it; the card number gives the bank's name. */
export function AddBankSheet({ open, present, sending = false, problem, onClose, onAdd }: AddBankSheetProps) {
  const { t } = useTranslation('account')
  const formId = useId()
  const [draft, setDraft] = useState(EMPTY)
  const [checked, setChecked] = useState(false)
  const problems = validateBankAccount(draft, present)
  const shown = {
    card: checked || draft.cardNumber.length === CARD_DIGITS ? problems.cardNumber : undefined,
    sheba: checked || draft.shebaCode.length === SHEBA_DIGITS ? problems.shebaCode : undefined,
  }
  const close = () => {
    setDraft(EMPTY)
    setChecked(false)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    const cardNumber = parseBankCard(draft.cardNumber)
    const shebaCode = parseSheba(draft.shebaCode)
    if (!cardNumber || !shebaCode || problems.cardNumber || problems.shebaCode) return
    return onAdd({ cardNumber, shebaCode }).then(close, () => undefined)
  }
  return (
    <Sheet
      open={open}
      title={t('bank.add')}
      onClose={close}
      dismissible={!sending}
      footer={
        <Button type="submit" form={formId} full loading={sending}>
          {t('bank.confirm')}
        </Button>
      }
    >
      <Form id={formId} noValidate onSubmit={submit}>
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
          problem={shown.card && t(`bank.problem.${shown.card}`, { field: t('bank.card') })}
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
          problem={shown.sheba && t(`bank.problem.${shown.sheba}`, { field: t('bank.sheba') })}
          hint={t('bank.shebaHint')}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
      </Form>
    </Sheet>
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
