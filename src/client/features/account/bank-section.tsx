import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Landmark, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { FormSheet } from '#client/ui/form-sheet.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Section } from '#client/ui/section.tsx'
import { showCard, showSheba } from '#client/ui/show-digits.ts'
import { bankOfCard, parseBankCard } from '#domain/bank-card.ts'
import { parseSheba } from '#domain/sheba.ts'
import type { BankAccountDraft } from './account-form.logic.ts'
import type { AccountForm } from './use-account-form.ts'
import { validateBankAccount } from './validate-account.ts'

/** The cards and accounts of the form, for deposits and withdrawals. They must belong to the user. */
export function BankSection({ form }: { form: AccountForm }) {
  const { t } = useTranslation('account')
  const [adding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<BankAccountDraft>()
  const { draft, change } = form
  const problem = form.problemOf('bankAccounts')
  const problemId = useId()
  const add = (
    <Button variant="quiet" size="sm" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('bank.add')}
    </Button>
  )
  return (
    <Section
      title={t('section.bank')}
      note={t('section.bankNote')}
      aside={draft.bankAccounts.length > 0 ? add : undefined}
    >
      {draft.bankAccounts.length === 0 ? (
        <div data-problem={problem && ''} data-part="bankAccounts">
          <EmptyState
            icon={<Landmark size={24} />}
            title={t('bank.empty')}
            text={problem && <chakra.span color="sell">{problem}</chakra.span>}
            action={add}
          />
        </div>
      ) : (
        <chakra.ul display="grid" gap="2.5" data-problem={problem && ''} data-part="bankAccounts">
          {draft.bankAccounts.map((account) => (
            <BankRow key={account.shebaCode} account={account} onRemove={() => setRemoved(account)} />
          ))}
        </chakra.ul>
      )}
      {problem && draft.bankAccounts.length > 0 && <FieldProblem id={problemId}>{problem}</FieldProblem>}
      {removed && (
        <RemoveBankSheet
          account={removed}
          act={async () => change({ bankAccounts: draft.bankAccounts.filter((other) => other !== removed) })}
          onClose={() => setRemoved(undefined)}
        />
      )}
      {adding && (
        <AddBankSheet
          present={draft.bankAccounts}
          act={async (account) => change({ bankAccounts: [...draft.bankAccounts, account] })}
          onClose={() => {
            setAdding(false)
            form.leave('bankAccounts')
          }}
        />
      )}
    </Section>
  )
}

type RemoveBankSheetProps = { account: BankAccountDraft; act: () => Promise<unknown>; onClose: () => void }

export function RemoveBankSheet({ account, act, onClose }: RemoveBankSheetProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  return (
    <ConfirmMutation
      title={t('bank.remove')}
      yes={t('bank.removeConfirm')}
      no={t('bank.keep')}
      act={act}
      onClose={onClose}
    >
      {t('bank.removeText', { card: showCard(account.cardNumber, language) })}
    </ConfirmMutation>
  )
}

export function BankRow({ account, onRemove }: { account: BankAccountDraft; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const bank = bankOfCard(account.cardNumber)
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      padding="3"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      bg="sunken"
    >
      <chakra.span color="gold" flexShrink="0">
        <Landmark size={22} aria-hidden="true" />
      </chakra.span>
      <chakra.div flex="1" minWidth="0" fontSize="sm">
        <chakra.p fontWeight="semibold">{bank && (language === 'fa' ? bank.persianName : bank.englishName)}</chakra.p>
        <chakra.p color="fg.muted">{showCard(account.cardNumber, language)}</chakra.p>
        <chakra.p color="fg.faint" fontSize="xs" overflowWrap="anywhere">
          {showSheba(account.shebaCode, language)}
        </chakra.p>
      </chakra.div>
      {onRemove && (
        <IconButton label={t('bank.remove')} icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove} />
      )}
    </chakra.li>
  )
}

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
