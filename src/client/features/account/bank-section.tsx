import { chakra } from '@chakra-ui/react'
import { Landmark, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-mutation.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FieldProblem } from '#client/ui/field-frame.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Section } from '#client/ui/section.tsx'
import { showCard, showDigits } from '#client/ui/show-digits.ts'
import { bankOfCard } from '#domain/bank-card.ts'
import type { BankAccountDraft } from './account-form.logic.ts'
import { AddBankSheet } from './add-bank-sheet.tsx'
import type { AccountForm } from './use-account-form.ts'

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
          <bdi dir="ltr">{showDigits(account.shebaCode, language)}</bdi>
        </chakra.p>
      </chakra.div>
      {onRemove && (
        <IconButton label={t('bank.remove')} icon={<Trash2 size={18} aria-hidden="true" />} onClick={onRemove} />
      )}
    </chakra.li>
  )
}
